import { locateSecret } from "../texts/addMatches.ts"
import type { Span } from "../texts/Span.ts"
import { findBeginnings } from "./findBeginnings.ts"

/** The minimum length of an unframed token. */
export const shortestToken = 14
/** The number of possible first characters up to which a form has table entries. */
const mostBeginnings = 9

/** The forms that begin with two given characters, and the possible third characters. */
interface Entry {
  readonly pattern: RegExp
  readonly isThird: Uint8Array
}

/**
 * An index of token forms by their first characters. Few words begin like a token, so a lookup is much cheaper than
 * matching all forms.
 */
export class TokenTable {
  private readonly entries: ReadonlyArray<Entry | undefined>
  private readonly indexes = new Uint16Array(size * size)
  private readonly isFirst = new Uint8Array(size)
  private readonly open: RegExp

  constructor(forms: ReadonlyArray<string>) {
    const open = forms.filter((form) => findBeginnings(form, 1).size > mostBeginnings)
    const byBeginning = new Map<string, { readonly forms: Set<string>; readonly isThird: Uint8Array }>()
    for (const form of forms)
      if (!open.includes(form))
        for (const beginning of findBeginnings(form, 3)) {
          const first = beginning.slice(0, 2)
          const { forms: some, isThird } = byBeginning.get(first) ?? { forms: new Set(), isThird: new Uint8Array(size) }
          byBeginning.set(first, { forms: some.add(form), isThird })
          isThird[beginning.charCodeAt(2)] = 1
        }
    const all = [...byBeginning]
    for (const [index, [beginning]] of all.entries()) {
      const [first, second] = [beginning.charCodeAt(0), beginning.charCodeAt(1)]
      this.isFirst[first] = 1
      this.indexes[indexOf(first, second)] = index + 1
    }
    this.entries = [undefined, ...all.map(([, { forms: some, isThird }]) => ({ pattern: sticky([...some]), isThird }))]
    this.open = sticky(open)
  }

  /** Whether a token may begin with three characters. */
  mayBegin(first: number, second: number, third: number): boolean {
    return this.entryOf(first, second)?.isThird[third] === 1
  }

  /** Returns the token at an index, if the table has an entry for its beginning. */
  tokenAt(text: string, at: number): Span | undefined {
    const first = text.charCodeAt(at)
    if (this.isFirst[first] !== 1) return undefined
    const entry = this.entryOf(first, text.charCodeAt(at + 1))
    return entry?.isThird[text.charCodeAt(at + 2)] === 1 ? matchAt(entry.pattern, text, at) : undefined
  }

  /** Returns the token at an index, if its form may begin with any letter. */
  openTokenAt(text: string, at: number): Span | undefined {
    return matchAt(this.open, text, at)
  }

  private entryOf(first: number, second: number): Entry | undefined {
    return first < size && second < size ? this.entries[this.indexes[indexOf(first, second)] as number] : undefined
  }
}

/** The number of ASCII characters. */
const size = 128
const indexOf = (first: number, second: number): number => first * size + second
const sticky = (forms: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?=\\S{${shortestToken}})(?:${forms.join("|")})`, "y")

const matchAt = (pattern: RegExp, text: string, at: number): Span | undefined => {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  return match === null ? undefined : locateSecret(match)
}
