#!/bin/sh
# The first hour as a new user has it (docs/tutorial/first-hour.md): a wheel in an environment of its own, an empty
# folder, a capture of the demo. Prints each command, what it prints, and its seconds. The wheel is built from the last
# commit of this clone, unless REQUIREMENT says what pip installs: `make first-hour`, or
#     PYTHON=python3.11 REQUIREMENT=changefeed==0.1.0 demo/first_hour.sh
set -eu
repo=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
if [ -z "${REQUIREMENT:-}" ]; then
    git clone --quiet "$repo" "$work/source"
    "$work/venv/bin/pip" wheel --quiet --no-deps --wheel-dir "$work" "$work/source"
    rm -rf "$work/source"
    REQUIREMENT=$(ls "$work"/changefeed-*.whl)
fi
"$work/venv/bin/pip" install --quiet --constraint "$repo/requirements.lock" "$REQUIREMENT"
cp "$repo/demo/captures/shop_canal.jsonl" "$work/orders.jsonl"
cd "$work"
PATH="$work/venv/bin:$PATH"
unset CHANGEFEED_HOME CHANGEFEED_SCHEMA CHANGEFEED_WAREHOUSE DBT_PROFILES_DIR DBT_PROJECT_DIR

step() {
    printf '\n$ %s\n' "$*"
    started=$(date +%s)
    "$@"
    printf '# %s s\n' $(($(date +%s) - started))
}

step changefeed init cdc
cd cdc
step changefeed setup
step changefeed load ../orders.jsonl
step changefeed feeds propose
step changefeed feeds add shop --dialect canal --topics shop_canal --source-kind mysql --time-zone Asia/Shanghai
step changefeed run
step changefeed tables propose
step changefeed run
step changefeed sql "select order_no, status from changefeed_shop.orders order by order_no"
