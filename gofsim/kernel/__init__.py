"""The compiled engine: numbers in, numbers out; knows no file, no bot by name, no TOML."""
