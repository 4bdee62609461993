"""`python -m gofsim`: the command line."""

from gofsim.cli import main

if __name__ == "__main__":
    main()
