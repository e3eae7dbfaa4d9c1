import type { Span } from "./Span.ts"

/** Adds the matches of a pattern, without their first non-empty group. */
export const addMatches = (pattern: RegExp, text: string, found: Array<Span>): void => {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const span = locateSecret(match)
    if (span.from < span.to) found.push(span)
    if (match[0] === "") pattern.lastIndex++
  }
}

/** Returns the span of a match without its first non-empty group. */
export const locateSecret = (match: RegExpExecArray): Span => {
  const kept = match.find((group, index) => index > 0 && group !== undefined)?.length ?? 0
  return { from: match.index + kept, to: match.index + match[0].length }
}

/** The maximum distance from the beginning of a match to a word in it. */
const before = 192
/** The characters after a word that decide its match. Only the value may be longer. */
const after = 640

/**
 * Adds the matches of a pattern like `addMatches`, but only searches near the words that every match contains. Most texts
 * contain few of them, and finding words is much cheaper.
 */
export const addMatchesNear = (words: RegExp, pattern: RegExp, text: string, found: Array<Span>): void => {
  words.lastIndex = 0
  let searched = 0
  for (let word = words.exec(text); word !== null; ) {
    pattern.lastIndex = Math.max(searched, word.index - before)
    let to = word.index + after
    // Overlapping surroundings are searched together.
    for (word = words.exec(text); word !== null && word.index - before <= to; word = words.exec(text))
      to = word.index + after
    const near = to < text.length ? text.slice(0, to) : text
    while (searched < to) {
      let match = pattern.exec(near)
      if (match !== null && near !== text && pattern.lastIndex > to - before) {
        // The value may continue.
        pattern.lastIndex = match.index
        match = pattern.exec(text)
      }
      if (match === null) break
      const span = locateSecret(match)
      if (span.from < span.to) found.push(span)
      if (match[0] === "") pattern.lastIndex++
      searched = pattern.lastIndex
    }
  }
}
