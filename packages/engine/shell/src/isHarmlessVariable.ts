const harmless = new Set([
  ...["LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"],
  ...["COLUMNS", "LINES", "CI", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC"],
  ...["LC_TIME", "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"],
  // Variables for what a program reports, and to whom. Sources: the manuals of npm, Next.js, Turborepo, .NET and
  // git(1).
  ...["NO_UPDATE_NOTIFIER", "DO_NOT_TRACK", "TURBO_TELEMETRY_DISABLED", "NEXT_TELEMETRY_DISABLED"],
  ...["DOTNET_CLI_TELEMETRY_OPTOUT", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "PIP_NO_INPUT"],
  ...["PIP_DISABLE_PIP_VERSION_CHECK", "PY_COLORS", "CARGO_TERM_COLOR", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"],
  ...["GOTRACEBACK", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONUTF8"],
  // Variables for the system for which a program is built. Sources: the manual of go, "Environment variables".
  ...["CGO_ENABLED", "GOOS", "GOARCH"]
])

/**
 * The variables that are harmless with some values, each with a pattern for the whole value. Sources: the manual of
 * node, git(1).
 */
const withValues: ReadonlyMap<string, RegExp> = new Map([
  ["NODE_ENV", /^(?:test|development|production)$/],
  ["PAGER", /^cat$/],
  ["GIT_PAGER", /^cat$/],
  ["NODE_OPTIONS", /^--max-old-space-size=[0-9]{1,6}$/]
])

/**
 * Whether setting a variable changes only how a program's output looks, for what system the program builds, or what it
 * reports, and never what runs. `NAME=value` asks about a variable with that value.
 *
 * `DEBUG`, `EDITOR`, `HOME` and the like do more than that, and are not harmless.
 */
export const isHarmlessVariable = (variable: string): boolean => {
  const [name = "", ...value] = variable.split("=")
  return harmless.has(name) || withValues.get(name)?.test(value.join("=")) === true
}

/** Returns the name of a variable, with its value if the variable is harmless only with that value. */
export const assignedVariable = (name: string, value: string | undefined): string =>
  value !== undefined && withValues.get(name)?.test(value) === true ? `${name}=${value}` : name
