"""What several bots reason with: facts, forests, cards."""
