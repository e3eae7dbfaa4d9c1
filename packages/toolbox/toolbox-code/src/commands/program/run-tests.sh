#!/bin/sh
# Runs a program that runs tests, in the folder --path=FOLDER. The word --filter=WORD is added to its words; --unfiltered=TEXT says that the
# operator has named no such word. In the words after "--", {report} is the file to which the program writes its report. What the program
# prints goes to standard error as it comes; its end and the report follow on standard output.
. "${0%/*}/find-program.sh"
path=. filter=
while [ "$1" != -- ]; do
  case $1 in
    --path=*) path=${1#--path=} ;;
    --filter=*) filter=${1#--filter=} ;;
    --unfiltered=*) printf 'unfiltered'; exit ;;
  esac
  shift
done
shift
program=$(program_of "$1") || { printf 'missing'; exit; }
shift
own=$(mktemp -d) || exit
trap 'rm -rf "$own"' EXIT
trap 'exit 143' HUP INT TERM
words=$#
while [ "$words" -gt 0 ]; do
  word=$1
  shift
  case $word in *'{report}'*) word=${word%%'{report}'*}$own/report${word#*'{report}'} ;; esac
  set -- "$@" "$word"
  words=$((words - 1))
done
if [ -n "$filter" ]; then set -- "$@" "$filter"; fi
CDPATH= cd -- "$path" || exit
mkfifo "$own/printed" "$own/copied"
tail -c 20000 <"$own/copied" >"$own/end" &
tail=$!
tee "$own/copied" <"$own/printed" >&2 &
tee=$!
"$program" "$@" </dev/null >"$own/printed" 2>&1
status=$?
# A process that the tests have left behind may still hold the pipe.
(sleep 5; kill "$tee") >/dev/null 2>&1 &
wait "$tee" "$tail"
kill $! 2>/dev/null
printf 'ran %s\0' "$status"
tr -d '\0' <"$own/end"
printf '\0'
if [ -f "$own/report" ]; then head -c 2000000 "$own/report"; fi
