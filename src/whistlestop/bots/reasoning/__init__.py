"""What bots that plan think with: sights, ways, forests and purses, compiled with the engine."""
