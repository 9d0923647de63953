"""The engine's promises: conservation, secrecy, sampling, notation, positions, chance, events."""
