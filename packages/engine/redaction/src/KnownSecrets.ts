import { secretForms } from "./secretForms.ts"
import type { Span } from "./texts/Span.ts"

/** The fewest characters of a secret that is found inside a word. A shorter text also occurs there by chance. */
const shortest = 6
/** The fewest characters of a secret that is found as a whole word. */
const shortestWord = 4
/** The most characters of a secret that is remembered. */
const longest = 16_384
/** The most secrets of a call that are remembered, because each is looked for in every text. */
const mostOfCall = 32
/**
 * The number of first characters by which a secret is recognised. However much of the secret follows them in a text
 * belongs to the secret too.
 */
const head = 48

/**
 * The secrets that were found so far. Wherever one of these texts occurs again, it is a secret there too, also if it is
 * encoded there.
 */
export class KnownSecrets {
  // Most calls have no secrets and the others few, so an array that is compared item by item costs less than a set.
  private readonly texts: Array<string> = []
  private forms: ReadonlyArray<string> | undefined = undefined
  private readonly most: number

  /** Makes an empty collection. `most` is the number of secrets that are remembered. */
  constructor(most = mostOfCall) {
    this.most = most
  }

  get size(): number {
    return this.texts.length
  }

  add(given: string): void {
    // The quotes around a secret are missing elsewhere.
    const text = given.replace(quotes, "")
    const isLong = text.length >= shortest && text.length <= longest
    // A short word of letters only is an ordinary word as well.
    const isTaken = isLong || (text.length >= shortestWord && text.length < shortest && /\d/.test(text))
    if (!isTaken || this.size >= this.most || this.texts.includes(text)) return
    this.texts.push(text)
    this.forms = undefined
    // What follows the quote that ends a secret, as in `-H 'X-Token: …' https://…`, is missing elsewhere too.
    const [, before] = endsInQuote.exec(text) ?? []
    if (before !== undefined) this.add(before)
  }

  /** Adds every text and number in a value. */
  addAll(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.add(String(value))
    else if (typeof value === "object" && value !== null && this.size < this.most)
      for (const part of Object.values(value)) this.addAll(part)
  }

  /** Returns the secrets that meet a condition, in a new collection. */
  only(fits: (text: string) => boolean): KnownSecrets {
    const others = new KnownSecrets()
    for (const text of this.texts) if (fits(text)) others.texts.push(text)
    return others
  }

  /** Adds all secrets of another collection. */
  merge(others: KnownSecrets): void {
    for (const text of others.texts) this.add(text)
  }

  /** Adds to `found` where the secrets stand in a text. Passes each character of the text once for each form of a secret. */
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
