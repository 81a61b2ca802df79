"""One run: what dbt builds, what is settled, what is removed."""
