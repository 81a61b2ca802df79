"""One Spark that stays, for commands and for JDBC."""
