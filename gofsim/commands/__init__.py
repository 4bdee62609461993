"""What the commands of the command line do, one module each; imported when a command is run."""
