#!/bin/sh
# A hook in a tight loop under flock(1): task, root, id, how often, a name of its own, the
# length of a log line's text. Prints the nanoseconds of each wait for the lock, a line each.
task=$1 root=$2 id=$3 count=$4 name=$5 size=$6
state=$root/$id/state.json manifest=$root/$id.json log=$root/$id/state.jsonl

# Adds one to the number behind "shell": in a JSON file, by a new file and a rename.
increment='f=$1; n=$(sed -n "s/.*\"shell\": *\([0-9][0-9]*\).*/\1/p" "$f"); sed "s/\"shell\": *$n/\"shell\": $((n + 1))/" "$f" > "$f.hook" && mv "$f.hook" "$f"'
append='f=$1; [ "$(stat -c %s "$f" 2>/dev/null || echo 0)" -ge 1048576 ] && mv "$f" "$f.1"; printf "%s\n" "$2" >> "$f"'

n=0
while [ "$n" -lt "$count" ]; do
  began=$(date +%s%N)
  case $task in
    state) flock "$state.lock" sh -c "echo \$((\$(date +%s%N) - $began)); $increment" sh "$state" ;;
    manifest) flock "$manifest.lock" sh -c "echo \$((\$(date +%s%N) - $began)); $increment" sh "$manifest" ;;
    log) flock "$state.lock" sh -c "echo \$((\$(date +%s%N) - $began)); $append" sh "$log" \
      "{\"ts\":\"2026-05-23T10:00:00Z\",\"agent\":\"sh\",\"action\":\"$name-$n\",\"activity\":\"$(printf "%0${size}d" 0)\"}" ;;
  esac
  n=$((n + 1))
done
