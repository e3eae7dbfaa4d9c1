import type { Span } from "./texts/Span.ts"

/** The fewest characters of a secret that is remembered. A shorter text also occurs elsewhere as an ordinary word. */
const shortest = 6
/** The most characters of a secret that is remembered. */
const longest = 16_384
/** The most secrets that are remembered, because each is looked for in every text. */
const most = 32
/**
 * The number of first characters by which a secret is recognised. However much of the secret follows them in a text
 * belongs to the secret too.
 */
const head = 48

/** The secrets that were found so far. Wherever one of these texts occurs again, it is a secret there too. */
export class KnownSecrets {
  // Most calls have no secrets and the others few, so an array that is compared item by item costs less than a set.
  private readonly texts: Array<string> = []

  get size(): number {
    return this.texts.length
  }

  add(text: string): void {
    const isTaken = text.length >= shortest && text.length <= longest && this.size < most
    if (isTaken && !this.texts.includes(text)) this.texts.push(text)
  }

  /** Adds every text and number in a value. */
  addAll(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.add(String(value))
    else if (typeof value === "object" && value !== null && this.size < most)
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

  /** Adds to `found` where the secrets stand in a text. Passes each character of the text once for each secret. */
  find(text: string, found: Array<Span>): void {
    for (const secret of this.texts) {
      const begins = secret.slice(0, head)
      for (let from = text.indexOf(begins); from >= 0; ) {
        let to = from + begins.length
        while (to - from < secret.length && text[to] === secret[to - from]) to++
        found.push({ from, to })
        from = text.indexOf(begins, to)
      }
    }
  }
}
