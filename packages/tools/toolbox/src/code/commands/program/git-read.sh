#!/bin/sh
# Runs a command of Git that only reads, on the repository in the folder --path=FOLDER.
. "${0%/*}/git.sh"
path=.
case $1 in --path=*) path=${1#--path=}; shift ;; esac
without_programs
export GIT_OPTIONAL_LOCKS=0
repository "$@"
