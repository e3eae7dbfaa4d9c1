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

/** The most characters between the beginning of a match and a word in it. */
const before = 192
/** The fewest characters after a word within which its match is decided, but for values that go on. */
const after = 640

/**
 * Adds the matches of a pattern like `matches`, but tries the pattern only near the words without which it has no match.
 * Most texts have few of the words, and trying the pattern costs many times as much as finding them.
 */
export const matchesNear = (words: RegExp, pattern: RegExp, text: string, found: Array<Span>): void => {
  words.lastIndex = 0
  let searched = 0
  for (let word = words.exec(text); word !== null; ) {
    pattern.lastIndex = Math.max(searched, word.index - before)
    let to = word.index + after
    // Words whose surroundings overlap are searched together.
    for (word = words.exec(text); word !== null && word.index - before <= to; word = words.exec(text))
      to = word.index + after
    const near = to < text.length ? text.slice(0, to) : text
    while (searched < to) {
      let match = pattern.exec(near)
      if (match !== null && near !== text && pattern.lastIndex > to - before) {
        // The value may go on.
        pattern.lastIndex = match.index
        match = pattern.exec(text)
      }
      if (match === null) break
      const span = secretOf(match)
      if (span.from < span.to) found.push(span)
      if (match[0] === "") pattern.lastIndex++
      searched = pattern.lastIndex
    }
  }
}
