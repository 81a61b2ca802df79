"""Airflow (2.10; in 3 the operator is in airflow.providers.standard.operators.bash): rounds, and daily tests."""

from datetime import datetime, timedelta

from airflow import DAG
from airflow.operators.bash import BashOperator

HELD = 2  # the exit code where another command holds the warehouse


def unless_held_for_long(command: str) -> str:
    """The command. It fails where it was refused for an hour, since another one held the warehouse."""
    return f"/srv/changefeed/deploy/held.sh '{command}'"


OF_ALL = {
    "cwd": "/srv/cdc",  # your project; /srv/changefeed is the clone with its .venv
    "append_env": True,
    "env": {
        "PATH": "/srv/changefeed/.venv/bin:/usr/bin:/bin",
        "CHANGEFEED_HOME": "/var/lib/changefeed",
        # Kafka's login, in a file that only the worker's user may read. No secret here: Airflow shows what env has.
        # "CHANGEFEED_KAFKA_CONFIG": "/etc/changefeed/kafka.properties",
    },
    "skip_on_exit_code": None,
    "retries": 1,
    "retry_delay": timedelta(minutes=2),
    # "on_failure_callback": a function that tells somebody
}

with DAG(
    "changefeed",
    schedule="*/15 * * * *",
    start_date=datetime(2025, 1, 1),
    catchup=False,
    max_active_runs=1,  # one round at a time
    default_args=OF_ALL,
):
    # A round that finds the warehouse in use is skipped; the next one does the work. Refused for an hour, it fails.
    load = BashOperator(
        task_id="load",
        bash_command=unless_held_for_long("changefeed load --kafka broker:9092"),
        skip_on_exit_code=HELD,
    )
    # What landed is decoded, also where the load failed since a topic lost offsets.
    run = BashOperator(
        task_id="run",
        bash_command=unless_held_for_long("changefeed run"),
        skip_on_exit_code=HELD,
        trigger_rule="all_done",
    )
    freshness = BashOperator(
        task_id="freshness",
        bash_command=unless_held_for_long("changefeed freshness"),
        skip_on_exit_code=HELD,
        trigger_rule="none_skipped",
    )
    # Airflow judges a round by its last task. This one fails if any other failed, and is skipped otherwise.
    failed = BashOperator(task_id="failed", bash_command="exit 1", retries=0, trigger_rule="one_failed")
    load >> run >> freshness
    [load, run, freshness] >> failed

with DAG(
    "changefeed_daily",
    schedule="20 3 * * *",
    start_date=datetime(2025, 1, 1),
    catchup=False,
    max_active_runs=1,
    # Both wait for the round that holds the warehouse: up to an hour.
    default_args=OF_ALL | {"retries": 20, "retry_delay": timedelta(minutes=3)},
):
    test = BashOperator(task_id="test", bash_command="changefeed test")
    check = BashOperator(task_id="check", bash_command="changefeed tables check", trigger_rule="all_done")
    maintain = BashOperator(task_id="maintain", bash_command="changefeed maintain", trigger_rule="all_done")
    any_failed = BashOperator(task_id="failed", bash_command="exit 1", retries=0, trigger_rule="one_failed")
    test >> check >> maintain
    [test, check, maintain] >> any_failed
