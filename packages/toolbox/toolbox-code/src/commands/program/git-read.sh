#!/bin/sh
# Runs a command of Git that only reads, on the repository in the folder --path=FOLDER.
. "${0%/*}/git.sh"
path=.
case $1 in --path=*) path=${1#--path=}; shift ;; esac
# For a day without an hour, Git takes the hour that it is now.
paths=no
for word; do
  shift
  case $paths$word in
    no--) paths=yes ;;
    no--since=????-??-??) word="$word 00:00:00" ;;
    no--until=????-??-??) word="$word 23:59:59" ;;
  esac
  set -- "$@" "$word"
done
without_programs
export GIT_OPTIONAL_LOCKS=0
repository "$@"
