"""One Spark: how it starts, its jars, its metastore, its table formats."""
