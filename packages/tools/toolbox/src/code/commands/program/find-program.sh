# Finds programs, for whoever sources this in the workspace. A folder of PATH that lies in the workspace is
# left out, also for what the program itself starts: an agent may have put programs there.
root=$(pwd -P)

# Runs a command for each folder of PATH, with the folder as its last word, until one succeeds.
each_folder() {
  left=$PATH:
  while [ -n "$left" ]; do
    folder=${left%%:*} left=${left#*:}
    "$@" "$folder" && return
  done
  return 1
}

keep() {
  case $1 in /*) ;; *) return 1 ;; esac
  real=$(CDPATH= cd -- "$1" 2>/dev/null && pwd -P) || return
  case $real/ in "${root%/}"/*) ;; *) kept=$kept${kept:+:}$1 ;; esac
  return 1
}

kept=
each_folder keep
PATH=$kept

is_program() { [ -f "$1" ] && [ -x "$1" ] && printf '%s' "$1"; }
is_in() { is_program "$2/$1"; }

# Prints the path of a program. A name with a slash is a path from the workspace.
program_of() {
  case $1 in
    /*) is_program "$1" ;;
    */*) is_program "$root/$1" ;;
    *) each_folder is_in "$1" ;;
  esac
}
