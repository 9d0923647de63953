"""Games told afterwards: decisions, luck, turning points and tickets."""
