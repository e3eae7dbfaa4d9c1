import { longestPath } from "./parsePath.ts"

/**
 * Yields the paths that a word may contain: the whole word, or the rest after option letters, "=", ":", "," or "@".
 * Skips a rest that is too long for a path.
 */
export function* findPathsInWord(word: string): Generator<string> {
  yield word
  // A value may follow grouped option letters directly, as in "-hf.env".
  const letters = /^-[A-Za-z0-9]{1,12}/.exec(word)?.[0].length ?? 0
  for (let i = 2; i <= letters; i++) yield word.slice(i)
  for (const match of word.matchAll(/[=:,@]/g)) {
    if (word.length - match.index > longestPath + 1) continue
    if (match[0] === ":" && isHostNext(word, match.index)) continue
    yield word.slice(match.index + 1)
  }
}

/** Whether a URL's host follows a colon. After "file:" comes a path. */
const isHostNext = (word: string, colon: number): boolean => {
  const scheme = /[a-z][a-z0-9+.-]*$/i.exec(word.slice(Math.max(0, colon - 32), colon))?.[0]
  return scheme !== undefined && !/^file$/i.test(scheme) && word.startsWith("//", colon + 1)
}
