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
  // Variables for what a program logs, and how its output looks. Sources: the manuals of env_logger, cargo, uv, pip,
  // Docker, Go, grep(1), ls(1), jq(1), GCC and .NET.
  ...[
    "RUST_LOG",
    "RUST_LOG_STYLE",
    "RUST_TEST_THREADS",
    "RUST_TEST_NOCAPTURE",
    "CARGO_TERM_VERBOSE",
    "CARGO_TERM_QUIET"
  ],
  ...["CARGO_TERM_PROGRESS_WHEN", "NODE_NO_WARNINGS", "NODE_DISABLE_COLORS", "NODE_DEBUG", "PYTHONFAULTHANDLER"],
  ...["PYTHONASYNCIODEBUG", "PIP_PROGRESS_BAR", "PIP_NO_COLOR", "UV_NO_PROGRESS", "POETRY_NO_INTERACTION"],
  ...["COMPOSER_NO_INTERACTION", "BUILDKIT_PROGRESS", "COMPOSE_ANSI", "COMPOSE_PROGRESS", "DOCKER_CLI_HINTS"],
  ...["TF_IN_AUTOMATION", "TF_INPUT", "TF_LOG", "GOMAXPROCS", "GREP_COLORS", "GREP_COLOR", "LS_COLORS", "JQ_COLORS"],
  ...["GCC_COLORS", "TIME_STYLE", "BLOCK_SIZE", "QUOTING_STYLE", "ANSIBLE_NOCOLOR", "ANSIBLE_FORCE_COLOR"],
  ...["DOTNET_NOLOGO", "HOMEBREW_NO_AUTO_UPDATE", "HOMEBREW_NO_ANALYTICS", "CHECKPOINT_DISABLE", "NX_VERBOSE_LOGGING"],
  ...["ASTRO_TELEMETRY_DISABLED", "STORYBOOK_DISABLE_TELEMETRY", "GATSBY_TELEMETRY_DISABLED", "SOURCE_DATE_EPOCH"],
  // Variables for the system for which a program is built. Sources: the manual of go, "Environment variables".
  ...["CGO_ENABLED", "GOOS", "GOARCH"]
])

const logLevel = /^(?:trace|debug|verbose|info|http|notice|warn|warning|error|critical|fatal|silent|off|none|\d{1,2})$/i

/** The names by which programs call the level of what they log, whatever the program. */
const logLevels = /^(?:[A-Z][A-Z\d]*_)*LOG_?LEVEL$/

/**
 * The variables that are harmless with some values, each with a pattern for the whole value. Sources: the manual of
 * node, git(1).
 */
const withValues: ReadonlyMap<string, RegExp> = new Map([
  ["NODE_ENV", /^(?:test|development|production)$/],
  ...["RAILS_ENV", "RACK_ENV", "APP_ENV", "MIX_ENV", "FLASK_ENV", "BABEL_ENV"].map(
    (name) => [name, /^(?:test|development)$/] as const
  ),
  ["PORT", /^\d{1,5}$/],
  ["DEBUG", /^[\w:*,@-]+$/],
  ["VERBOSE", /^(?:\d|true|false)$/],
  ["DEBIAN_FRONTEND", /^noninteractive$/],
  ["PYTHONIOENCODING", /^utf-?8$/i],
  ["NPM_CONFIG_LOGLEVEL", logLevel],
  ["npm_config_loglevel", logLevel],
  ["PAGER", /^cat$/],
  ["GIT_PAGER", /^cat$/],
  ["NODE_OPTIONS", /^--max-old-space-size=[0-9]{1,6}$/]
])

/**
 * Whether setting a variable changes only how a program's output looks, for what system the program builds, or what it
 * reports, and never what runs. `NAME=value` asks about a variable with that value.
 *
 * `EDITOR`, `HOME` and the like do more than that, and are not harmless.
 */
export const isHarmlessVariable = (variable: string): boolean => {
  const [name = "", ...value] = variable.split("=")
  return harmless.has(name) || valuesOf(name)?.test(value.join("=")) === true
}

/** Returns the values with which a variable is harmless; `undefined` if there are none. */
const valuesOf = (name: string): RegExp | undefined =>
  withValues.get(name) ?? (logLevels.test(name) ? logLevel : undefined)

/** Returns the name of a variable, with its value if the variable is harmless only with that value. */
export const assignedVariable = (name: string, value: string | undefined): string =>
  value !== undefined && valuesOf(name)?.test(value) === true ? `${name}=${value}` : name
