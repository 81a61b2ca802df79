#!/bin/sh
# Runs a command, given as one argument. Exit code 2 says that another command holds the warehouse, which is no failure:
# the next round does the work. It is one if it goes on for HELD_MINUTES (60): whoever holds the warehouse may hang, or
# never end. Then this says so and exits with 1. It keeps the time of the first refusal in $CHANGEFEED_HOME/logs.
set -u
logs=${CHANGEFEED_HOME:-warehouse}/logs
mkdir -p "$logs" || exit 1
since=$logs/held.$(printf %s "$1" | cksum | cut -d ' ' -f 1)
sh -c "$1"
code=$?
if [ "$code" != 2 ]; then
    rm -f "$since"
elif [ ! -e "$since" ]; then
    date +%s > "$since"
elif minutes=$((($(date +%s) - $(cat "$since")) / 60)) && [ "$minutes" -ge "${HELD_MINUTES:-60}" ]; then
    echo "refused for $minutes minutes, since another command holds the warehouse (above): does it hang?"
    exit 1
fi
exit "$code"
