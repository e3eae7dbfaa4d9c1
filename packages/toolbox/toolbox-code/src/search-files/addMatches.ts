import { type LineMatcher, shortenLine } from "@toolgate/toolbox-base/createLineMatcher"

/** A matching line with its context. */
export interface Match {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly before?: ReadonlyArray<string>
  readonly after?: ReadonlyArray<string>
}

interface Search {
  readonly pattern: LineMatcher
  /** The number of context lines before and after a match. */
  readonly context: number
  /** The limit for matches in all files. */
  readonly most: number
}

/** Adds the matching lines of a file to the matches so far. */
export const addMatches = (
  path: string,
  content: Uint8Array,
  { pattern, context, most }: Search,
  matches: Array<Match>
): void => {
  const { buffer, byteOffset, byteLength } = content
  const decoded = Buffer.from(buffer, byteOffset, byteLength).toString("utf8")
  const text = decoded.includes("\r") ? decoded.replaceAll("\r\n", "\n") : decoded
  if (!pattern.mayBeIn(text)) return
  const lines = text.split("\n")
  // The text after the last line break is not a line.
  if (lines.at(-1) === "") lines.pop()
  for (let index = 0; index < lines.length && matches.length < most; index += 1) {
    const line = lines[index] as string
    const at = pattern.find(line)
    if (at === -1) continue
    matches.push({ path, line: index + 1, text: shortenLine(line, at), ...around(lines, index, context) })
  }
}

const around = (lines: ReadonlyArray<string>, index: number, context: number) => {
  if (context === 0) return {}
  const shown = (from: number, to: number) => lines.slice(from, to).map((line) => shortenLine(line))
  return {
    before: shown(Math.max(0, index - context), index),
    after: shown(index + 1, index + 1 + context)
  }
}
