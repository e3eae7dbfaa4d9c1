import type { Json } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { KnownSecrets, type Span } from "@toolgate/redaction"
import { findSecrets, replaceSecrets } from "./redactText.ts"

/** A redacted text, the length of the original that it covers, and whether the whole original is one secret. */
interface Shown {
  readonly text: string
  readonly end: number
  readonly isSecret: boolean
}

/** The length limit of a recorded name, in characters. */
export const shownLine = 256
/** The limit of digests in one text; the text is cut after them. A digest takes more room than most secrets. */
const mostShown = 16
/**
 * The characters of a text that are searched for secrets. More than are shown, so that a secret at the end is found
 * whole.
 */
const searchedText = 16_384
/** The characters searched over all texts of one value. Text that was not searched is not shown. */
const searchedInAll = 262_144

/** The secrets found in one call so far. A secret of one text is removed from all others. */
export class CallSecrets {
  readonly key: SecretKey
  private known = new KnownSecrets()
  private keepsPlain = false
  /** The characters that may still be searched in the current value. */
  unsearched = searchedInAll

  constructor(key: SecretKey) {
    this.key = key
  }

  get size(): number {
    return this.known.size
  }

  /** Resets the search limit for the next value. */
  beginValue(): void {
    this.unsearched = searchedInAll
  }

  /** Redacts a text and cuts it after `most` characters. */
  line(text: string, most = shownLine): string {
    const shown = this.shown(text, most)
    return shown.end === text.length ? shown.text : `${shown.text}…`
  }

  /** Redacts the first `most` characters of a text. `others` are known secrets in it. */
  shown(text: string, most: number, others: ReadonlyArray<Span> = none): Shown {
    const searched = text.length > searchedText ? text.slice(0, searchedText) : text
    this.unsearched -= searched.length
    const secrets = findSecrets(searched, this.known, others)
    if (secrets.length === 0 && text.length <= most)
      return { text: text.isWellFormed() ? text : text.toWellFormed(), end: text.length, isSecret: false }
    for (const { from, to } of secrets) this.remember(searched.slice(from, to))
    const within = secrets.filter(({ from }, index) => from < most && index < mostShown)
    const last = within.at(-1)?.to ?? 0
    const end = within.length === mostShown ? last : Math.max(Math.min(most, text.length), last)
    const shown = replaceSecrets(searched.slice(0, end), within, this.key)
    const isSecret = within[0]?.from === 0 && within[0].to === text.length
    return { text: shown.toWellFormed(), end, isSecret }
  }

  /** Adds a secret, which is then found in every later text. */
  remember(secret: Json): void {
    const found = new KnownSecrets()
    found.addAll(secret)
    this.known.merge(this.keepsPlain ? found.only(isNotPlain) : found)
  }

  /** Runs a function in which paths, hosts and plain words are not secret, even if they are elsewhere. */
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
