import { invalid } from "@toolgate/toolbox-base/jobs"

/** A LaTeX token, and its position, from 0. */
export interface LatexToken {
  readonly kind: "macro" | "sign" | "end"
  readonly text: string
  readonly at: number
}

const token = /(?:\s|%[^\n]*(?:\n|$))*(?:\\([A-Za-z]+|[\s\S]|$)|([\s\S]))?/uy

/** Splits LaTeX into tokens. Ignores blanks and comments between them. */
export class LatexReader {
  private readonly text: string
  private position = 0
  private found: LatexToken | undefined

  constructor(text: string) {
    this.text = text
  }

  get next(): LatexToken {
    this.found ??= this.read()
    return this.found
  }

  take(): LatexToken {
    const taken = this.next
    this.found = undefined
    return taken
  }

  /** Consumes the next token if it is this sign. */
  takes(text: string): boolean {
    if (this.next.kind !== "sign" || this.next.text !== text) return false
    this.take()
    return true
  }

  /** Returns the raw text of a group, such as that of \text{…}. */
  raw(macro: LatexToken): string {
    if (!this.takes("{")) this.fail(`the macro "\\${macro.text}" needs a group in braces`, macro.at)
    const start = this.position
    let depth = 1
    for (let at = start; at < this.text.length; at += 1) {
      const character = this.text[at]
      if (character === "\\") at += 1
      else if (character === "{") depth += 1
      else if (character === "}") depth -= 1
      if (depth === 0) {
        this.position = at + 1
        return this.text
          .slice(start, at)
          .replaceAll(/\\([{}$%&#_ ])/g, "$1")
          .replaceAll(/\s+/g, " ")
      }
    }
    return this.fail("a brace is not closed", start - 1)
  }

  fail(reason: string, at: number): never {
    throw invalid(`The argument "latex" cannot be read at character ${at + 1}: ${reason}.`)
  }

  private read(): LatexToken {
    token.lastIndex = this.position
    const [whole = "", macro, sign] = token.exec(this.text) ?? []
    this.position += whole.length
    if (macro !== undefined) return { kind: "macro", text: macro, at: this.position - macro.length - 1 }
    if (sign !== undefined) return { kind: "sign", text: sign, at: this.position - sign.length }
    return { kind: "end", text: "", at: this.text.length }
  }
}
