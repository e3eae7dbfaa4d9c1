import type { Span } from "./texts/Span.ts"

/** A shorter one is a word that also occurs elsewhere. */
const shortest = 6
/** A longer one is not looked for elsewhere. */
const longest = 16_384
/** Each is looked for in every text. */
const most = 32
/** By so many of its first characters a secret is known; what goes on like it is a part of it as well. */
const head = 48

/** The secrets that were found so far, which are secrets wherever they come again. */
export class KnownSecrets {
  // Most calls know none: no set is made for them, and the few there may be are compared one by one.
  private readonly texts: Array<string> = []

  get size(): number {
    return this.texts.length
  }

  add(text: string): void {
    const isTaken = text.length >= shortest && text.length <= longest && this.size < most
    if (isTaken && !this.texts.includes(text)) this.texts.push(text)
  }

  /** Adds the texts in a value. */
  addAll(value: unknown): void {
    if (typeof value === "string" || typeof value === "number") this.add(String(value))
    else if (typeof value === "object" && value !== null && this.size < most)
      for (const part of Object.values(value)) this.addAll(part)
  }

  /** Those that fit a condition. */
  only(fits: (text: string) => boolean): KnownSecrets {
    const others = new KnownSecrets()
    for (const text of this.texts) if (fits(text)) others.texts.push(text)
    return others
  }

  /** Adds all that another one knows. */
  merge(others: KnownSecrets): void {
    for (const text of others.texts) this.add(text)
  }

  /** Adds where secrets stand in a text, of which each character is passed once for each of them. */
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
