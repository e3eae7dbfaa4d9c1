# Defines `repository`, which runs Git on the repository in the folder $path. No program that the settings of a repository name runs then,
# but for hooks and filters, which `without_programs` leaves out.

# Variables that say which repository it is, or hold settings, are those of whoever started the gate.
unset $(git rev-parse --local-env-vars)
# Objects that a partial clone lacks would be fetched by programs of its settings. Of these two, old versions of Git know the first alone.
export GIT_ALLOW_PROTOCOL= GIT_NO_LAZY_FETCH=1 GIT_EDITOR=: GIT_PAGER=cat

repository() {
  git --no-pager --literal-pathspecs --git-dir="$path/.git" --work-tree="$path" -c safe.directory='*' -c core.fsmonitor= \
    -c core.quotePath=false -c commit.gpgSign=false -c rerere.enabled=false -c gc.auto=0 -c maintenance.auto=false "$@"
}

# Sets every filter and every hook of the settings to nothing, and has no submodule looked into, which would be done by its own settings.
# The names of the settings alone say what there is.
without_programs() {
  count=0
  setting core.hooksPath /dev/null
  setting diff.ignoreSubmodules dirty
  set -f
  IFS='
'
  for key in $(settings); do
    case $key in
      filter.*.clean | filter.*.smudge | filter.*.process) setting "$key" '' ;;
      filter.*.required) setting "$key" false ;;
      hook.*.command) setting "${key%.command}.enabled" false ;;
      submodule.*.ignore | submodule.*.path) setting "${key%.*}.ignore" dirty ;;
    esac
  done
  unset IFS
  set +f
  export GIT_CONFIG_COUNT=$count
}

# Prints the names of the settings, and those of .gitmodules wherever Git reads it.
settings() {
  repository config --list --name-only
  for place in "--file=$path/.gitmodules" --blob=:.gitmodules --blob=HEAD:.gitmodules; do
    repository config "$place" --list --name-only 2>/dev/null
  done
}

setting() {
  export "GIT_CONFIG_KEY_$count=$1" "GIT_CONFIG_VALUE_$count=$2"
  count=$((count + 1))
}
