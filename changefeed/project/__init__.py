"""A dbt project on disk: its folders, profile, macros, seeds and yml files, without Spark."""
