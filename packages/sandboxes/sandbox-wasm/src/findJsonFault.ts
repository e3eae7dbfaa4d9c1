/** A JSON token with the blanks before it: the start of a string, a number, a word, or a punctuation mark. */
const token = /[ \t\n\r]*(?:(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{},:]))/y

const blanks = /[ \t\n\r]*/y

const escapeMark = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/**
 * Returns where invalid JSON breaks, in characters. The engine's message quotes the text, and does not always give the
 * position.
 */
export const findJsonFault = (text: string): number => {
  const open: Array<"[" | "{"> = []
  let expected: Expected = "value"
  let at = 0
  for (;;) {
    token.lastIndex = at
    const found = token.exec(text)
    const next: Expected | undefined = found === null ? undefined : after(expected, found, open)
    if (next === undefined) return skipped(text, at)
    at = token.lastIndex
    if (found?.[1] !== undefined) {
      const end = stringEnd(text, at)
      if (end.isFault) return end.at
      at = end.at
    }
    if (next === "nothing") return skipped(text, at)
    expected = next
  }
}

type Expected = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end" | "nothing"

const skipped = (text: string, at: number): number => {
  blanks.lastIndex = at
  blanks.test(text)
  return blanks.lastIndex
}

/** Returns where a string ends, or where it becomes invalid. A pattern would run out of stack on a long string. */
const stringEnd = (text: string, from: number): { readonly at: number; readonly isFault: boolean } => {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return { at: at + 1, isFault: false }
    if (!(code >= space)) return { at, isFault: true }
    if (code !== backslash) continue
    escapeMark.lastIndex = at
    if (!escapeMark.test(text)) return { at, isFault: true }
    at = escapeMark.lastIndex - 1
  }
}

const [space, quote, backslash] = [0x20, 0x22, 0x5c]

/** Returns what may follow a token, or `undefined` if the token is not allowed here. */
const after = (
  expected: Expected,
  [, string, scalar, mark]: RegExpExecArray,
  open: Array<"[" | "{">
): Expected | undefined => {
  const closed = (): Expected => (open.length === 0 ? "nothing" : "comma or end")
  const inObject = open.at(-1) === "{"
  if (expected === "name" || expected === "name or end") {
    if (string !== undefined) return "colon"
  } else if (expected === "value" || expected === "value or end") {
    if (string !== undefined || scalar !== undefined) return closed()
    if (mark === "[" || mark === "{") {
      open.push(mark)
      return mark === "[" ? "value or end" : "name or end"
    }
  }
  if (expected === "colon" && mark === ":") return "value"
  if (expected === "comma or end" && mark === ",") return inObject ? "name" : "value"
  if (expected.endsWith("or end") && mark === (inObject ? "}" : "]")) {
    open.pop()
    return closed()
  }
  return undefined
}
