"""What the person who runs a server does beside it: verifying, mending, upgrading, backing up."""
