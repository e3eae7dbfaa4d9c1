import type { Json } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { KnownSecrets, type Span } from "@toolgate/redaction"
import { secretsIn, withoutSecrets } from "./redactText.ts"

/**
 * The beginning of a text without its secrets, the length of the text that it covers, and whether the whole text is one
 * secret.
 */
interface Shown {
  readonly text: string
  readonly end: number
  readonly isSecret: boolean
}

/** The most characters of a name that are shown. */
export const shownLine = 256
/**
 * The most secrets of a text that are shown as digests, because a digest takes more room than most secrets. The text is
 * cut after them.
 */
const mostShown = 16
/**
 * The most characters of a text that are searched. Longer than the part that is shown, so that a secret that begins in
 * that part is found whole.
 */
const searchedText = 16_384
/**
 * The most characters that are searched over all texts of one value. A text that is not searched is not shown either.
 */
const searchedInAll = 262_144

/** The secrets of one call, as far as they were found. What is a secret in one text is removed from every other. */
export class CallSecrets {
  readonly key: SecretKey
  private known = new KnownSecrets()
  private keepsPlain = false
  /** The number of characters that may still be searched in the value that is being copied. */
  unsearched = searchedInAll

  constructor(key: SecretKey) {
    this.key = key
  }

  /** The number of secrets that were found. */
  get size(): number {
    return this.known.size
  }

  /** Begins to count what is searched for another value. */
  beginValue(): void {
    this.unsearched = searchedInAll
  }

  /** Returns a text without its secrets, cut after `most` characters. */
  line(text: string, most = shownLine): string {
    const shown = this.shown(text, most)
    return shown.end === text.length ? shown.text : `${shown.text}…`
  }

  /** Returns the beginning of a text, of `most` characters, without its secrets. `others` are secrets that are known to be in it. */
  shown(text: string, most: number, others: ReadonlyArray<Span> = none): Shown {
    const searched = text.length > searchedText ? text.slice(0, searchedText) : text
    this.unsearched -= searched.length
    const secrets = secretsIn(searched, this.known, others)
    if (secrets.length === 0 && text.length <= most)
      return { text: text.isWellFormed() ? text : text.toWellFormed(), end: text.length, isSecret: false }
    for (const { from, to } of secrets) this.remember(searched.slice(from, to))
    const within = secrets.filter(({ from }, index) => from < most && index < mostShown)
    const last = within.at(-1)?.to ?? 0
    const end = within.length === mostShown ? last : Math.max(Math.min(most, text.length), last)
    const shown = withoutSecrets(searched.slice(0, end), within, this.key)
    const isSecret = within[0]?.from === 0 && within[0].to === text.length
    return { text: shown.toWellFormed(), end, isSecret }
  }

  /** Remembers that a value is a secret, so that it is found in every text from then on. */
  remember(secret: Json): void {
    const found = new KnownSecrets()
    found.addAll(secret)
    this.known.merge(this.keepsPlain ? found.only(isNotPlain) : found)
  }

  /** Runs a function in which a path, a host or a plain word is no secret, even if it is one elsewhere. */
  keepingPlain<A>(run: () => A): A {
    const all = this.known
    this.keepsPlain = true
    this.known = all.only(isNotPlain)
    const result = run()
    this.keepsPlain = false
    this.known.merge(all)
    return result
  }
}

const none: ReadonlyArray<Span> = []

const plain = /^(?:[~.]{0,2}\/.*|[A-Za-z_-]+|[\w-]+(?:\.[\w-]+)+)$/s

const isNotPlain = (text: string): boolean => !plain.test(text)
