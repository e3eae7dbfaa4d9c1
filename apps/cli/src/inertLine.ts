import { terminalText } from "./terminalText.ts"

/**
 * A line of JSON in which every control character of its texts is escaped once more, so that a terminal is shown it instead
 * of obeying it; a line end is followed by an indent, so that no message passes for two log lines.
 */
export const inertLine = (line: string): string =>
  terminalText(line).replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escaped) => {
    if (escaped === "\\n") return "\\n    "
    return /^\\[bfru]/.test(escaped) ? `\\${escaped}` : escaped
  })
