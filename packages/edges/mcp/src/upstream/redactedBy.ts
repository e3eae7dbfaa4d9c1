/** A function that takes the secrets of a server out of what the server says. */
export interface Redaction {
  readonly text: (text: string) => string
  /** Returns plain data whose texts, names among them, hold no secret. */
  readonly value: <A>(value: A) => A
}

/**
 * Returns the redaction of these secrets. Those of a few characters are left alone: they are no secrets, and stand in every other
 * word.
 */
export const redactedBy = (given: ReadonlyArray<string>): Redaction => {
  // The longer ones first, so that none is cut by another one within it.
  const secrets = given.filter(({ length }) => length >= leastLength).sort((a, b) => b.length - a.length)
  if (secrets.length === 0) return { text: (text) => text, value: (value) => value }
  const text = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), text)
  const redacted = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((one: unknown) => redacted(one))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), redacted(member)]))
  }
  return { text, value: redacted as Redaction["value"] }
}

const leastLength = 6

const mark = "[REDACTED]"
