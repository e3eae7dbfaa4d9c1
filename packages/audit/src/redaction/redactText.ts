import type { DigestKey } from "./DigestKey.ts"
import { introducedPattern, shortestToken, tokenPattern } from "./secretPatterns.ts"

/** A stretch of a text that is a secret. */
interface Secret {
  readonly from: number
  readonly to: number
}

// Texts that come again with every call (names, sessions, folders) are searched once. None that holds a secret is kept.
const known = new Set<string>()
const knownLength = 128
const knownTexts = 4096

/**
 * Where the secrets of a text are, in order and apart from each other: those found by pattern, and those of `literals` that
 * begin among its first `most` characters.
 */
export const secretsIn = (
  text: string,
  literals: ReadonlySet<string> | undefined,
  most: number
): ReadonlyArray<Secret> => {
  if (literals === undefined && known.has(text)) return none
  const found: Array<Secret> = []
  if (text.length >= shortestToken) collect(tokenPattern, text, found)
  if (separator.test(text)) collect(introducedPattern, text, found)
  for (const literal of literals ?? []) {
    const shown = text.slice(0, most + literal.length)
    for (let from = shown.indexOf(literal); from >= 0; from = shown.indexOf(literal, from + literal.length))
      found.push({ from, to: from + literal.length })
  }
  if (found.length === 0 && text.length <= knownLength && literals === undefined) {
    if (known.size >= knownTexts) known.clear()
    known.add(text)
  }
  return found.length < 2 ? found : apart(found)
}

/** A text without its secrets, each in whose place is its digest. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<Secret>, key: DigestKey): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of secrets) {
    shown += `${text.slice(end, from)}[redacted ${key.digest(text.slice(from, to))}]`
    end = to
  }
  return shown + text.slice(end)
}

const collect = (pattern: RegExp, text: string, found: Array<Secret>): void => {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const kept = match.find((group, index) => index > 0 && group !== undefined)?.length ?? 0
    found.push({ from: match.index + kept, to: pattern.lastIndex })
  }
}

/** What introduces a secret ends in one of these, or has one after it. */
const separator = /[=:>%\s]/

const apart = (found: Array<Secret>): ReadonlyArray<Secret> => {
  const joined: Array<Secret> = []
  for (const secret of found.sort((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && secret.from < last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, secret.to) }
    else joined.push(secret)
  }
  return joined
}

const none: ReadonlyArray<Secret> = []
