import { formsOf } from "./secretForms.ts"

/** A function that takes the secrets of a server out of what the server says. */
export interface Redaction {
  readonly text: (text: string) => string
  /** Returns plain data whose texts, names among them, hold no secret. */
  readonly value: <A>(value: A) => A
}

/**
 * Returns the redaction of these secrets. Those of a few characters are left alone: they are no secrets, and stand in every other
 * word. `later` returns the secrets that came to be known since: another list whenever there is another one.
 */
export const redactedBy = (given: ReadonlyArray<string>, later?: () => ReadonlyArray<string>): Redaction => {
  let known = later?.() ?? []
  let secrets = inOrder([...given, ...known])
  if (secrets.length === 0 && later === undefined) return { text: (text) => text, value: (value) => value }
  const text = (text: string) => {
    const now = later?.() ?? known
    if (now !== known) secrets = inOrder([...given, ...now])
    known = now
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), text)
  }
  const redacted = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((one: unknown) => redacted(one))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), redacted(member)]))
  }
  return { text, value: redacted as Redaction["value"] }
}

// The longer ones first, so that none is cut by another one within it.
const inOrder = (secrets: ReadonlyArray<string>): ReadonlyArray<RegExp> =>
  [...new Set(secrets.filter(({ length }) => length >= leastLength))]
    .sort((a, b) => b.length - a.length)
    .flatMap(formsOf)

const leastLength = 6

const mark = "[REDACTED]"
