import type { Span } from "./Span.ts"

/** Adds the matches of a pattern in a text, each without its first non-empty group, which is kept. */
export const matches = (pattern: RegExp, text: string, found: Array<Span>): void => {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const span = secretOf(match)
    if (span.from < span.to) found.push(span)
    if (match[0] === "") pattern.lastIndex++
  }
}

/** Returns where the secret of a match is: all of it but its first non-empty group. */
export const secretOf = (match: RegExpExecArray): Span => {
  const kept = match.find((group, index) => index > 0 && group !== undefined)?.length ?? 0
  return { from: match.index + kept, to: match.index + match[0].length }
}
