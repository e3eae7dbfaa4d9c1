import { terminalText } from "../text/terminalText.ts"

/**
 * Returns a line of JSON in which every control character of its texts is escaped twice, so that a terminal shows the
 * character instead of obeying it. A line end in a text is followed by indentation, so that no message can imitate two
 * log lines.
 */
export const inertLine = (line: string): string =>
  terminalText(line).replaceAll(/\\(?:u[\da-f]{4}|.)/gi, (escaped) => {
    if (escaped === "\\n") return "\\n    "
    return /^\\[bfru]/.test(escaped) ? `\\${escaped}` : escaped
  })
