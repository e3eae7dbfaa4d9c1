# Finds programs, for whoever sources this in the workspace.
root=$(pwd -P)

is_program() { [ -f "$1" ] && [ -x "$1" ] && printf '%s' "$1"; }

# Prints the path of a program. A name with a slash is a path from the workspace. The sandbox leaves those folders out of PATH in which an
# agent may have put programs.
program_of() {
  case $1 in
    /*) is_program "$1" ;;
    */*) is_program "$root/$1" ;;
    *)
      left=$PATH:
      while [ -n "$left" ]; do
        is_program "${left%%:*}/$1" && return
        left=${left#*:}
      done
      return 1
      ;;
  esac
}
