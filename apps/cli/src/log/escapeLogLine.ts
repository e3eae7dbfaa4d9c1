import { escapeForTerminal } from "../text/escapeForTerminal.ts"

/**
 * Escapes control characters in a JSON line twice, so that a terminal shows them. Line breaks in texts are indented, so that a message
 * cannot imitate two log lines.
 */
export const escapeLogLine = (line: string): string =>
  escapeForTerminal(line).replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escaped) => {
    if (escaped === "\\n") return "\\n    "
    return /^\\[bfru]/.test(escaped) ? `\\${escaped}` : escaped
  })
