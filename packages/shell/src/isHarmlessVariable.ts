const harmless = new Set([
  ...[
    "LANG",
    "LANGUAGE",
    "TZ",
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES"
  ],
  ...[
    "CI",
    "LC_ALL",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_PAPER",
    "LC_NAME"
  ],
  ...["LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION", "NO_UPDATE_NOTIFIER"]
])

/**
 * Whether a variable only changes how a program's output looks, so that setting it does not change what runs.
 *
 * `DEBUG`, `PAGER`, `EDITOR`, `HOME` and their like do more than that, and are not among them.
 */
export const isHarmlessVariable = (name: string): boolean => harmless.has(name)
