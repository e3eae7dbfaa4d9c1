#!/bin/sh
# Adds the files that are named, since Git commits no new file by its name alone, and commits. Prints the id of the commit and the names of
# its files.
path=. message= hooks=no
while [ "$1" != -- ]; do
  case $1 in
    --path=*) path=${1#--path=} ;;
    --message=*) message=${1#--message=} ;;
    --hooks=true) hooks=yes ;;
  esac
  shift
done
shift
repository() {
  git --no-pager --literal-pathspecs --git-dir="$path/.git" --work-tree="$path" -c safe.directory='*' -c core.fsmonitor= \
    -c commit.gpgSign=false -c core.quotePath=false -c gc.auto=0 -c maintenance.auto=false "$@"
}
without_hooks() {
  if [ "$hooks" = yes ]; then repository "$@"; else repository -c core.hooksPath=/dev/null "$@"; fi
}
if [ $# -gt 0 ]; then without_hooks add --all -- "$@" || exit; fi
said=$(without_hooks commit --quiet --message="$message" -- "$@") || { status=$?; printf '%s' "$said"; exit $status; }
repository rev-parse HEAD && printf '\0' && repository diff-tree --root --no-commit-id --name-only -r -z HEAD
