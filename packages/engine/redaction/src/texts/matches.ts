import type { Span } from "./Span.ts"

/** Adds the matches of a pattern in a text, each without its first non-empty group, which is kept. */
export const matches = (pattern: RegExp, text: string, found: Array<Span>): void => {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const kept = match.find((group, index) => index > 0 && group !== undefined)?.length ?? 0
    const from = match.index + kept
    if (from < pattern.lastIndex) found.push({ from, to: pattern.lastIndex })
    if (match[0] === "") pattern.lastIndex++
  }
}
