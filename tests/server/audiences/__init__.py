"""What players and spectators are sent: all they may know, once, and nothing else."""
