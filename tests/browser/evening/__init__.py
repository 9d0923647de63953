"""Time and attention at a table: what is shown again, the guide, panels beside their subject."""
