"""The commands of changefeed, a module for each group: their options, help, and what they print."""
