"""Names and chat: cleaned, and told apart by how they look."""
