#!/bin/sh
# Runs commands in turn, for cron: prints something, which cron mails, only where a person has to look.
#
#   round.sh MINUTES COMMAND...      each COMMAND is one argument
#
# A command that fails does not stop those after it: what landed is decoded also where a topic lost offsets. Exit code 2
# (another command holds the warehouse) is tried again each minute, MINUTES long. With 0 it is no failure: the round ends,
# and the next one does the work, unless rounds were refused for an hour (held.sh, beside this file). Plain dbt means something else by 2, so write "dbt … || exit 1". All output goes to
# $CHANGEFEED_HOME/logs/rounds.log, and each command as it is written: no secret may stand in one. At 10 MB the file is
# moved to rounds.1.log. The exit code is that of the last failure.
set -u
minutes=$1
shift
logs=${CHANGEFEED_HOME:-warehouse}/logs
mkdir -p "$logs" || exit 1
[ ! -e "$logs/rounds.log" ] || [ "$(wc -c < "$logs/rounds.log")" -lt 10000000 ] || mv "$logs/rounds.log" "$logs/rounds.1.log"
said=$(mktemp) || exit 1
trap 'rm -f "$said"' EXIT
failure=0
for command in "$@"; do
    waited=0
    while :; do
        "$(dirname "$0")/held.sh" "$command" > "$said" 2>&1
        code=$?
        { date -u "+%Y-%m-%dT%H:%M:%SZ exit code $code: $command"; cat "$said"; } >> "$logs/rounds.log"
        [ "$code" = 2 ] && [ "$waited" -lt "$minutes" ] || break
        waited=$((waited + 1))
        sleep "${ROUND_PAUSE:-60}"
    done
    [ "$code" = 2 ] && [ "$minutes" = 0 ] && break
    if [ "$code" != 0 ]; then
        failure=$code
        echo "exit code $code: $command"
        cat "$said"
    fi
done
exit "$failure"
