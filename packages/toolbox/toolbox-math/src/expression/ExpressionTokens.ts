/** A token of an expression, and its position, from 0. */
export interface ExpressionToken {
  readonly kind: "number" | "name" | "sign" | "end"
  readonly text: string
  readonly at: number
}

const token =
  /[ \t\r\n]*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/%^(),]))/y

/** Splits a text into tokens, with an end token. Calls `faulty` for a character that starts no token. */
export const tokenize = (
  text: string,
  faulty: (character: string, at: number) => never
): ReadonlyArray<ExpressionToken> => {
  const tokens: Array<ExpressionToken> = []
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const found = token.exec(text)
    if (found === null) {
      const blank = /^[ \t\r\n]*/.exec(text.slice(at))?.[0].length ?? 0
      if (at + blank === text.length) break
      return faulty(String.fromCodePoint(text.codePointAt(at + blank) ?? 0), at + blank)
    }
    const [, number, name, sign] = found
    const content = number ?? name ?? sign ?? ""
    at = token.lastIndex
    const kind = number !== undefined ? "number" : name !== undefined ? "name" : "sign"
    tokens.push({ kind, text: content, at: at - content.length })
  }
  return [...tokens, { kind: "end", text: "", at: text.length }]
}
