import { isMixed } from "./forms/looksRandom.ts"

/** The longest secret whose encoded forms are looked for. */
const longestEncoded = 1024
/** The fewest characters of a line that is a secret of its own because it is a line of one. */
const shortestLine = 20

/**
 * Returns the texts that show a secret: the secret itself, its lines, what follows the scheme in a header, the values of
 * a cookie, and each of these in base64, in hexadecimal, reversed, escaped, and in the other case.
 */
export const secretForms = (secret: string): ReadonlyArray<string> => {
  const forms = new Set<string>([secret])
  if (secret.length <= longestEncoded)
    for (const part of [secret, ...partsOf(secret)]) for (const form of encodedForms(part)) forms.add(form)
  for (const line of secret.split(/\r?\n|\\n/)) if (line.length >= shortestLine) forms.add(line)
  return [...forms]
}

/** The part of a secret after the name of a user or a protocol: `ada:…`, `oauth:…`. */
const afterName = /^[\w.@+-]{1,64}:(?!\/\/)(\S{6,})$/
const scheme = /^[A-Za-z][\w-]{2,15}\s+(\S+)$/

const partsOf = (secret: string): ReadonlyArray<string> => {
  const credential = scheme.exec(secret)?.[1]
  const values = secret
    .split(/[\s;,&]+/)
    .map((part) => part.slice(part.indexOf("=") + 1))
    .filter((value) => value !== secret && isMixed(value))
  const [, named] = afterName.exec(secret) ?? []
  if (named !== undefined) values.push(named)
  if (credential === undefined) return values
  const password = /^[^:]{1,64}:(.{6,})$/.exec(Buffer.from(credential, "base64").toString())?.[1]
  return [...values, credential, ...(password === undefined ? [] : [password])]
}

const encodedForms = (part: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(part)
  const hex = bytes.toString("hex")
  return [
    part,
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
    hex,
    hex.toUpperCase(),
    [...part].reverse().join(""),
    encodeURIComponent(part.toWellFormed()),
    JSON.stringify(part).slice(1, -1),
    ...(isMixed(part) ? [part.toLowerCase(), part.toUpperCase()] : [])
  ]
}

/** Returns the characters of base64 that these bytes alone decide, when they stand at an offset in other bytes. */
const base64At = (bytes: Buffer, offset: number): ReadonlyArray<string> => {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64")
  const decided = whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6))
  return [decided, decided.replaceAll("+", "-").replaceAll("/", "_")]
}
