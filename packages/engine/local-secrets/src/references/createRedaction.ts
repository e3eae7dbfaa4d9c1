/** Removes a server's secrets from its output. */
export interface Redaction {
  readonly text: (text: string) => string
  /** Returns plain data with the secrets removed from all texts and member names. */
  readonly value: <A>(value: A) => A
}

/**
 * Returns a redaction for these secrets. Secrets under six characters are ignored, because they occur in ordinary
 * words. `later` returns secrets that became known since; it must return a new list for each change.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createRedaction } from "@toolgate/local-secrets/references"
 *
 * const { text, value } = createRedaction(["tango-9"])
 * assert(!text("Bearer tango-9").includes("tango-9"))
 * assert(!JSON.stringify(value({ headers: ["Bearer tango-9"] })).includes("tango-9"))
 * ```
 */
export const createRedaction = (given: ReadonlyArray<string>, later?: () => ReadonlyArray<string>): Redaction => {
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

// Longest first, so that a secret is not split by a shorter one inside it.
const inOrder = (secrets: ReadonlyArray<string>): ReadonlyArray<RegExp> =>
  [...new Set(secrets.filter(({ length }) => length >= leastLength))]
    .sort((a, b) => b.length - a.length)
    .flatMap(formsOf)

const leastLength = 6

const mark = "[REDACTED]"

/**
 * Returns patterns for the common encodings of a secret: plain, URL, JSON and base64, as in `Authorization: Basic`.
 * Programs differ in which characters they escape. A program can always evade this on purpose.
 */
const formsOf = (secret: string): ReadonlyArray<RegExp> =>
  [
    literally(secret),
    [...secret].map(inUrl).join(""),
    [...secret].map(inJson).join(""),
    ...[0, 1, 2].flatMap((before) => inBase64(secret, before)).map(literally)
  ].map((source) => new RegExp(source, "g"))

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

const either = (forms: ReadonlyArray<string>): string => `(?:${forms.join("|")})`

// No form of a character is a prefix of another, so matching takes linear time.
const inUrl = (character: string): string => {
  const bytes = [...Buffer.from(character)].map((byte) => `%${inHex(byte, 2)}`).join("")
  if (character === "%") return bytes
  return either([literally(character), bytes, ...(character === " " ? ["\\+"] : [])])
}

const inJson = (character: string): string => {
  const units = Array.from({ length: character.length }, (_, at) => inHex(character.charCodeAt(at), 4))
  const escaped = units.map((unit) => `\\\\u${unit}`).join("")
  if (character === "/") return either(["\\\\?\\/", escaped])
  const quoted = literally(JSON.stringify(character).slice(1, -1))
  return either([quoted, escaped])
}

/** Returns a pattern for a number in hexadecimal digits of either case. */
const inHex = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, "0")
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

/**
 * Returns the base64 characters that do not depend on the text around the secret, which begins `before` bytes into a
 * group of three.
 */
const inBase64 = (secret: string, before: number): ReadonlyArray<string> => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3))
  const from = before === 0 ? 0 : 4
  const forms = (["base64", "base64url"] as const).map((encoding) => whole.toString(encoding).slice(from))
  return forms.filter(({ length }) => length >= leastEncoded)
}

/** The minimum length of an encoded secret. Shorter strings occur by chance. */
const leastEncoded = 8
