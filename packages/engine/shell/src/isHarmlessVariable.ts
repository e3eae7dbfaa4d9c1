const harmless = new Set([
  ...["LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"],
  ...["COLUMNS", "LINES", "CI", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC"],
  ...["LC_TIME", "LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"],
  // What a program tells, and to whom. Sources: the manuals of npm, Next.js, Turborepo, .NET and git(1).
  ...["NO_UPDATE_NOTIFIER", "DO_NOT_TRACK", "TURBO_TELEMETRY_DISABLED", "NEXT_TELEMETRY_DISABLED"],
  ...["DOTNET_CLI_TELEMETRY_OPTOUT", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "PIP_NO_INPUT"],
  ...["PIP_DISABLE_PIP_VERSION_CHECK", "PY_COLORS", "CARGO_TERM_COLOR", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE"],
  ...["GOTRACEBACK", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONUTF8"],
  // For what a program is built. Sources: the manual of go, "Environment variables".
  ...["CGO_ENABLED", "GOOS", "GOARCH"]
])

/** Variables that do no harm with some values, which stand in whole words. Sources: the manual of node, git(1). */
const withValues: ReadonlyMap<string, RegExp> = new Map([
  ["NODE_ENV", /^(?:test|development|production)$/],
  ["PAGER", /^cat$/],
  ["GIT_PAGER", /^cat$/],
  ["NODE_OPTIONS", /^--max-old-space-size=[0-9]{1,6}$/]
])

/**
 * Whether a variable changes only how a program's output looks, for what it builds, or what it tells, so that setting it does
 * not change what runs. `NAME=value` asks of a variable with that value.
 *
 * `DEBUG`, `EDITOR`, `HOME` and their like do more than that, and are not among them.
 */
export const isHarmlessVariable = (variable: string): boolean => {
  const [name = "", ...value] = variable.split("=")
  return harmless.has(name) || withValues.get(name)?.test(value.join("=")) === true
}

/** A variable by its name, and with its value where that is what keeps it from doing harm. */
export const assignedVariable = (name: string, value: string | undefined): string =>
  value !== undefined && withValues.get(name)?.test(value) === true ? `${name}=${value}` : name
