"""Programs as people write them, for type checkers at their strictest; nobody runs them."""
