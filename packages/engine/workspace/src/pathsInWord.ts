import { longestPath } from "./parsePath.ts"

/**
 * Returns the paths that a word of a command may hold: from the beginning of the word, or after an option's letter, "=",
 * ":", "," or "@". Every path ends where the word ends. A path after one of these characters is left out when it is too
 * long to name a file.
 */
export function* pathsInWord(word: string): Generator<string> {
  yield word
  // A value may be glued to the last of several letters, as in "-hf.env".
  const letters = /^-[A-Za-z0-9]{1,12}/.exec(word)?.[0].length ?? 0
  for (let i = 2; i <= letters; i++) yield word.slice(i)
  for (const match of word.matchAll(/[=:,@]/g)) {
    if (word.length - match.index > longestPath + 1) continue
    if (match[0] === ":" && isHostNext(word, match.index)) continue
    yield word.slice(match.index + 1)
  }
}

/** Whether the host of a URL follows a colon. After the scheme "file" a path follows, not a host. */
const isHostNext = (word: string, colon: number): boolean => {
  const scheme = /[a-z][a-z0-9+.-]*$/i.exec(word.slice(Math.max(0, colon - 32), colon))?.[0]
  return scheme !== undefined && !/^file$/i.test(scheme) && word.startsWith("//", colon + 1)
}
