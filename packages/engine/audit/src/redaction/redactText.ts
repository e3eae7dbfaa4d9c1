import { apart, type KnownSecrets, type Span, textSecrets } from "@toolgate/redaction"
import type { DigestKey } from "./DigestKey.ts"

// Texts that come again with every call are searched once. None that holds a secret is kept, and few others: to keep each new
// one of thousands costs as much as to search it.
const harmless = new Set<string>()
const keptLength = 128
const keptTexts = 256

/** Whether a text can be shown as it is, which is not kept: an id does not come again. */
export const isHarmless = (text: string): boolean => textSecrets(text).length === 0 && text.isWellFormed()

/** Where the secrets of a text are, in order and apart from each other: its own, those that are known, and the others given. */
export const secretsIn = (text: string, known: KnownSecrets, others: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const own = ownSecrets(text)
  // Most texts hold none, and most calls know none.
  if (own.length === 0 && others.length === 0 && known.size === 0) return none
  const found = [...others, ...own]
  known.find(text, found)
  return apart(found)
}

const ownSecrets = (text: string): ReadonlyArray<Span> => {
  if (harmless.has(text)) return none
  const found = textSecrets(text)
  if (found.length === 0 && text.length <= keptLength) {
    if (harmless.size >= keptTexts) harmless.clear()
    harmless.add(text)
  }
  return found
}

/** A text without its secrets, each in whose place is its digest. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<Span>, key: DigestKey): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of secrets) {
    shown += `${text.slice(end, from)}[redacted ${key.digest(text.slice(from, to))}]`
    end = to
  }
  return shown + text.slice(end)
}

const none: ReadonlyArray<Span> = []
