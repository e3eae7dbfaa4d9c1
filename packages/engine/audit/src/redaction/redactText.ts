import type { SecretKey } from "@toolgate/local-secrets"
import { apart, type KnownSecrets, type Span, textSecrets } from "@toolgate/redaction"

// A cache of texts without secrets, so that repeated texts are searched once. Small, because adding a new text costs as
// much as searching it.
const harmless = new Set<string>()
const keptLength = 128
const keptTexts = 256

/** Whether a text contains no secret. Not cached, because ids do not repeat. */
export const isHarmless = (text: string): boolean => textSecrets(text).length === 0 && text.isWellFormed()

/** Returns the secrets in a text, sorted and without overlaps: detected secrets, known secrets and the given ones. */
export const findSecrets = (text: string, known: KnownSecrets, others: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const own = ownSecrets(text)
  // A shortcut: most texts contain no secret, and most calls know none.
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

/** Replaces each secret of a text with its digest. */
export const replaceSecrets = (text: string, secrets: ReadonlyArray<Span>, key: SecretKey): string => {
  let shown = ""
  let end = 0
  for (const { from, to } of secrets) {
    shown += `${text.slice(end, from)}[redacted ${key.digest(text.slice(from, to))}]`
    end = to
  }
  return shown + text.slice(end)
}

const none: ReadonlyArray<Span> = []
