import { isMixed } from "./forms/looksRandom.ts"
import type { Span } from "./texts/Span.ts"

/** The minimum length of a secret that is also found inside words. Shorter texts occur there by chance. */
const shortest = 6
/** The minimum length of a secret that is found as a whole word. */
const shortestWord = 4
/** The maximum length of a remembered secret. */
const longest = 16_384
/** The limit of remembered secrets for one call, because every text is searched for each. */
const mostOfCall = 32
/**
 * The length of the prefix by which a secret is recognised. In a truncated copy, everything that matches after the
 * prefix is masked too.
 */
const head = 48

/** The secrets found so far. Each is also found in other texts, plain or encoded. */
export class KnownSecrets {
  // Most calls have few secrets or none, so comparing the items of an array costs less than a set.
  private readonly texts: Array<string> = []
  private forms: ReadonlyArray<string> | undefined = undefined
  private readonly most: number

  /** `most` limits the number of remembered secrets. */
  constructor(most = mostOfCall) {
    this.most = most
  }

  get size(): number {
    return this.texts.length
  }

  add(given: string): void {
    // Elsewhere, the secret may occur without these quotes.
    const text = given.replace(quotes, "")
    const isLong = text.length >= shortest && text.length <= longest
    // A short word of letters only may be an ordinary word.
    const isTaken = isLong || (text.length >= shortestWord && text.length < shortest && /\d/.test(text))
    if (!isTaken || this.size >= this.most || this.texts.includes(text)) return
    this.texts.push(text)
    this.forms = undefined
    // Elsewhere, the secret may occur without what follows its closing quote, as in `-H 'X-Token: …' https://…`.
    const [, before] = endsInQuote.exec(text) ?? []
    if (before !== undefined) this.add(before)
  }

  /** Adds every text and number in a value. */
  addAll(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.add(String(value))
    else if (typeof value === "object" && value !== null && this.size < this.most)
      for (const part of Object.values(value)) this.addAll(part)
  }

  /** Returns a new collection with the secrets that meet a condition. */
  only(fits: (text: string) => boolean): KnownSecrets {
    const others = new KnownSecrets()
    for (const text of this.texts) if (fits(text)) others.texts.push(text)
    return others
  }

  /** Adds all secrets of another collection. */
  merge(others: KnownSecrets): void {
    for (const text of others.texts) this.add(text)
  }

  /** Adds the occurrences of the secrets in a text to `found`. Takes linear time for each form of a secret. */
  find(text: string, found: Array<Span>): void {
    if (this.size === 0) return
    this.forms ??= this.texts.flatMap((secret) => (secret.length < shortest ? [secret] : secretForms(secret)))
    for (const form of this.forms) {
      const begins = form.slice(0, head)
      for (let from = text.indexOf(begins); from >= 0; ) {
        let to = from + begins.length
        while (to - from < form.length && text[to] === form[to - from]) to++
        if (form.length >= shortest || isWord(text, from, to)) found.push({ from, to })
        from = text.indexOf(begins, to)
      }
    }
  }
}

const quotes = /^\\{0,7}["'`]|\\{0,7}["'`][}\])]{0,8}$/g

const endsInQuote = /^([^\s"'`\\]{4,256})\\{0,7}["'`][\s,;)\]}]/

const isWord = (text: string, from: number, to: number): boolean =>
  !/[\p{L}\d]/u.test(text.charAt(from - 1)) && !/[\p{L}\d]/u.test(text.charAt(to))

/** The maximum length of a secret whose encoded forms are searched. */
const longestEncoded = 1024
/** The minimum length of a line of a secret that is searched separately. */
const shortestLine = 20

/**
 * Returns the texts that reveal a secret: the secret, its lines, the part after a header's scheme, cookie values, and
 * each of these in base64, hexadecimal, reversed, escaped and in the other case.
 */
const secretForms = (secret: string): ReadonlyArray<string> => {
  const forms = new Set<string>([secret])
  if (secret.length <= longestEncoded)
    for (const part of [secret, ...partsOf(secret)]) for (const form of encodedForms(part)) forms.add(form)
  for (const line of secret.split(/\r?\n|\\n/)) if (line.length >= shortestLine) forms.add(line)
  return [...forms]
}

/** The part of a secret after a user or protocol: `ada:…`, `oauth:…`. */
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

/** Returns the base64 characters that depend only on these bytes, at an offset in a group of three. */
const base64At = (bytes: Buffer, offset: number): ReadonlyArray<string> => {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64")
  const decided = whole.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6))
  return [decided, decided.replaceAll("+", "-").replaceAll("/", "_")]
}
