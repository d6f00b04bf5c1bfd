"""The commands of `upcard room`: the whole jackpot desk from the command line."""
