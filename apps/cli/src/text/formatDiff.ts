import { structuredPatch } from "diff"
import type { StyledText } from "../Screen.ts"
import { escapeInvisible } from "./escapeForTerminal.ts"

/** The differences of two texts, line by line. */
export interface TextDiff {
  readonly pieces: ReadonlyArray<StyledText>
  /** Whether a line holds characters that are not seen, which the diff writes as \uXXXX. */
  readonly isEscaped: boolean
}

/** The sentence after a diff with escaped characters. */
export const escapedNote = "Invisible characters are written as \\uXXXX.\n"

/** An escape of an invisible character. The texts of an MCP server hold them: the gate has written them so. */
export const holdsEscape = /\\u[\da-f]{4}/

/**
 * Returns the differences of two texts, each with three lines around it, or `undefined` if there are too many. Without an
 * earlier text, all lines are new.
 */
export const formatDiff = (before: string | undefined, after: string): TextDiff | undefined => {
  const found = structuredPatch("", "", before ?? "", after, "", "", { context: 3, maxEditLength: mostEdits })
  if (found === undefined) return undefined
  const lines = found.hunks.flatMap(({ oldStart, newStart, lines }) => [
    ...(before === undefined ? [] : [`@@ line ${oldStart}${oldStart === newStart ? "" : `, now ${newStart}`} @@`]),
    ...lines
  ])
  const pieces = lines.map((line) => ({ text: `  ${escapeInvisible(line)}\n`, ...styleOf(line) }))
  return { pieces, isEscaped: pieces.some(({ text }, at) => text !== `  ${lines[at]}\n`) }
}

const styleOf = (line: string): Pick<StyledText, "style"> => {
  if (line.startsWith("+")) return { style: "green" }
  if (line.startsWith("-")) return { style: "red" }
  return line.startsWith(" ") ? {} : { style: "dim" }
}

/** The largest number of different lines, which bounds the time of the comparison. */
const mostEdits = 2000
