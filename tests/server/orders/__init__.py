"""What whoever runs a server may order, and what nobody else may."""
