#!/bin/sh
# Lints --path=PATH by the first linter with a pattern that matches it. The other words are, for each linter: the number of its patterns,
# the patterns, the number of its words, the words. Prints the place of the linter among them and the workspace, and what the linter prints.
. "${0%/*}/find-program.sh"
path=${1#--path=}
shift
at=0
while [ $# -gt 0 ]; do
  patterns=$1 matches=no
  shift
  while [ "$patterns" -gt 0 ]; do
    case $path in $1) matches=yes ;; esac
    shift
    patterns=$((patterns - 1))
  done
  words=$1
  shift
  [ $matches = yes ] && break
  shift "$words"
  at=$((at + 1))
done
if [ $# -eq 0 ]; then
  printf 'none\n'
  exit
fi
program=$(program_of "$1") || { printf 'missing %s\n' "$at"; exit; }
shift
# The words of the linter go to the end, and those of the linters after it go.
words=$((words - 1)) moved=0
while [ "$moved" -lt "$words" ]; do
  set -- "$@" "$1"
  shift
  moved=$((moved + 1))
done
shift $(($# - words))
case $path in /*) ;; *) path=./$path ;; esac
printf 'linted %s %s\n' "$at" "$root"
exec "$program" "$@" "$path"
