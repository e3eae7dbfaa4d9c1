#!/bin/sh
# Adds the files that are named, since Git commits no new file by its name alone, and commits. Prints the id of the commit and the names of
# its files. Ends with 3, and the names of files, if there are filters to run that the call did not ask for.
. "${0%/*}/git.sh"
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
if [ $hooks = no ]; then without_programs; fi
changed() { repository ls-files --modified --others --exclude-standard "$@"; }
if [ $# -gt 0 ]; then
  if ! repository ls-files --cached --others --exclude-standard --error-unmatch -- "$@" >/dev/null; then
    [ -n "$(repository ls-files --others --ignored --exclude-standard -- "$@")" ] && echo 'The paths are ignored by one of your .gitignore files' >&2
    exit 1
  fi
  if [ $hooks = no ]; then
    filtered=$(changed -- "$@" | repository check-attr --stdin filter | grep -v -e ': filter: unspecified$' -e ': filter: unset$')
    if [ -n "$filtered" ]; then printf '%s' "$filtered"; exit 3; fi
  fi
  # "git add" would look for changes in submodules, by their own settings.
  changed -z -- "$@" | repository update-index --add --remove -z --stdin || exit
fi
said=$(repository commit --quiet --cleanup=whitespace --message="$message" -- "$@") || { status=$?; printf '%s' "$said"; exit $status; }
repository rev-parse HEAD && printf '\0' && repository diff-tree --root --no-commit-id --name-only -r -z HEAD
