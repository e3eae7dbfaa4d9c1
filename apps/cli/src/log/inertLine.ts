import { terminalText } from "../text/terminalText.ts"

/**
 * Escapes control characters in a JSON line twice, so that a terminal shows them. Line breaks in texts are indented, so that a message
 * cannot imitate two log lines.
 */
export const inertLine = (line: string): string =>
  terminalText(line).replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escaped) => {
    if (escaped === "\\n") return "\\n    "
    return /^\\[bfru]/.test(escaped) ? `\\${escaped}` : escaped
  })
