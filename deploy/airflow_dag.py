"""Airflow (2.10; in 3 the operator is in airflow.providers.standard.operators.bash): a round every 15 minutes."""

from datetime import datetime, timedelta

from airflow import DAG
from airflow.operators.bash import BashOperator

with DAG(
    "changefeed",
    schedule="*/15 * * * *",
    start_date=datetime(2025, 1, 1),
    catchup=False,
    max_active_runs=1,  # one round at a time
    default_args={
        "cwd": "/srv/changefeed",
        "append_env": True,
        "env": {"PATH": "/srv/changefeed/.venv/bin:/usr/bin:/bin", "CHANGEFEED_HOME": "/var/lib/changefeed"},
        "skip_on_exit_code": 2,  # someone else holds the warehouse: skipped, not failed
        "retries": 1,
        "retry_delay": timedelta(minutes=2),
    },
):
    load = BashOperator(task_id="load", bash_command="changefeed load --kafka broker:9092")
    run = BashOperator(task_id="run", bash_command="changefeed run")
    freshness = BashOperator(
        task_id="freshness", bash_command="dbt source freshness", skip_on_exit_code=None, trigger_rule="all_done"
    )
    load >> run >> freshness
