"""changefeed lands messages, starts Spark and calls dbt. Each package imports only those that stand below it."""
