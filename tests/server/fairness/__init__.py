"""Nobody chooses the luck, and nobody learns more than the others agree to."""
