"""The loader and command line of changefeed: lands messages, starts Spark, calls dbt."""
