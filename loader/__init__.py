"""The loader and command line of changefeed: it lands messages, starts Spark and calls dbt. Nothing here parses an envelope."""
