/** A JSON value found in a text, possibly incomplete. */
export type LooseValue = LooseText | LooseList | LooseObject | LooseOther

export interface LooseText {
  readonly kind: "text"
  readonly value: string
  /** The index after the opening quote. `to` is the index of the closing quote. */
  readonly from: number
  readonly to: number
  /** Whether the text contains no escapes. */
  readonly isPlain: boolean
}

export interface LooseList {
  readonly kind: "list"
  readonly items: ReadonlyArray<LooseValue>
  readonly from: number
  readonly to: number
}

export interface LooseObject {
  readonly kind: "object"
  readonly members: ReadonlyArray<{ readonly name: string; readonly isQuoted: boolean; readonly value: LooseValue }>
  readonly from: number
  readonly to: number
}

/** A number or an unquoted word. */
interface LooseOther {
  readonly kind: "other"
  readonly value: string
  readonly from: number
  readonly to: number
}

/** The nesting limit. */
const deepest = 32

/**
 * Returns the lists and objects in a text, even if they are not closed. Accepts single quotes and unquoted names, as
 * many programs print them.
 */
export const readLooseJson = (text: string): ReadonlyArray<LooseValue> => {
  const found: Array<LooseValue> = []
  const reader = new Reader(text)
  for (let at = nextOpening(text, 0); at >= 0; at = nextOpening(text, Math.max(reader.at, at + 1))) {
    reader.at = at
    const value = reader.value(0)
    if (value !== undefined) found.push(value)
  }
  return found
}

const nextOpening = (text: string, from: number): number => {
  opening.lastIndex = from
  return opening.exec(text)?.index ?? -1
}

const opening = /[[{]/g

class Reader {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(depth: number): LooseValue | undefined {
    this.blanks()
    const char = this.text[this.at]
    if (char === '"' || char === "'") return this.quoted(char)
    if (char === "[" && depth < deepest) return this.list(depth)
    if (char === "{" && depth < deepest) return this.object(depth)
    return this.word()
  }

  private list(depth: number): LooseList {
    const from = this.at++
    const items: Array<LooseValue> = []
    for (;;) {
      this.blanks()
      if (this.take("]")) break
      const item = this.value(depth + 1)
      if (item === undefined) break
      items.push(item)
      this.blanks()
      if (!this.take(",")) {
        this.take("]")
        break
      }
    }
    return { kind: "list", items, from, to: this.at }
  }

  private object(depth: number): LooseObject {
    const from = this.at++
    const members: Array<LooseObject["members"][number]> = []
    for (;;) {
      this.blanks()
      if (this.take("}")) break
      const name = this.value(depth + 1)
      if (name?.kind !== "text" && name?.kind !== "other") break
      this.blanks()
      if (!this.take(":") && !(this.take("=") && this.take(">"))) break
      const value = this.value(depth + 1)
      if (value === undefined) break
      members.push({ name: name.value, isQuoted: name.kind === "text", value })
      this.blanks()
      if (!this.take(",")) {
        this.take("}")
        break
      }
    }
    return { kind: "object", members, from, to: this.at }
  }

  private quoted(quote: string): LooseText {
    const from = ++this.at
    let isPlain = true
    while (this.at < this.text.length && this.text[this.at] !== quote) {
      if (this.text[this.at] === "\\") {
        isPlain = false
        this.at++
      }
      this.at++
    }
    const to = Math.min(this.at, this.text.length)
    this.at = to + 1
    return { kind: "text", value: this.text.slice(from, to), from, to, isPlain }
  }

  private word(): LooseOther | undefined {
    word.lastIndex = this.at
    const found = word.exec(this.text)
    if (found === null) return undefined
    const from = this.at
    this.at = word.lastIndex
    return { kind: "other", value: found[0], from, to: this.at }
  }

  private blanks(): void {
    blank.lastIndex = this.at
    blank.exec(this.text)
    this.at = blank.lastIndex
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }
}

const word = /[\w.+-]+/y
const blank = /\s*/y
