import { describeUnknownName, quoted } from "@toolgate/core"
import { type JmespathToken, jmespath } from "./library.ts"

/** Longest expression, in characters. Finding a fault takes quadratic time. */
const longest = 1024

/** Returns the problem of a JMESPath expression with its offset, or `undefined`. */
export const findExpressionFault = (text: string): { readonly at: number; readonly fault: string } | undefined => {
  if (text.length > longest) return { at: 0, fault: `the expression is longer than ${longest} characters` }
  const message = parseFault(text)
  if (message === tooEarly) return notRead(Math.max(0, text.length - 1), message)
  if (message !== undefined) return notRead(firstFault(text, message), message)
  const tokens = jmespath.tokenize(text)
  const passed = passedFault(tokens, text.length)
  if (passed !== undefined) return notRead(passed.at, passed.fault)
  // The library checks function names only when it calls them.
  for (const [index, { type, value, start }] of tokens.entries())
    if (type === "UnquotedIdentifier" && tokens[index + 1]?.type === "Lparen" && !functions.includes(String(value)))
      return { at: start, fault: describeUnknownName("JMESPath function", String(value), functions) }
  return undefined
}

const notRead = (at: number, why: string) => ({ at, fault: `this is not JMESPath, at character ${at + 1}: ${why}` })

/** Returns the first mistake that the library ignores when parsing but that fails during evaluation. */
const passedFault = (
  tokens: ReadonlyArray<JmespathToken>,
  end: number
): { readonly at: number; readonly fault: string } | undefined => {
  for (const [index, { type, start }] of tokens.entries()) {
    const before = tokens[index - 1]?.type ?? ""
    const next = tokens[index + 1]
    if (type === "Dot" && !afterDot.has(next?.type ?? ""))
      return { at: next?.start ?? end, fault: 'a name, "*", "[" or "{" must follow the "."' }
    if (type === "Lparen" && ends.has(before)) return { at: start, fault: '"(" is not expected there' }
    if (type === "Lparen" && before !== "UnquotedIdentifier" && next?.type === "Rparen")
      return { at: start, fault: "the parentheses are empty" }
  }
  return undefined
}

const afterDot: ReadonlySet<string> = new Set(["UnquotedIdentifier", "QuotedIdentifier", "Star", "Lbracket", "Lbrace"])

/** Tokens that end a value. Only a function name may be followed by parentheses. */
const ends: ReadonlySet<string> = new Set(["Rbracket", "Rparen", "Rbrace", "Current", "Star", "Flatten", "Literal"])

const parseFault = (text: string): string | undefined => {
  try {
    jmespath.compile(text)
    return undefined
  } catch (cause) {
    if (cause instanceof RangeError) return "it is nested too deeply"
    const message = cause instanceof Error ? cause.message : "it cannot be read"
    if (/\(EOF\)|undefined\(undefined\)/.test(message)) return tooEarly
    const hint = message.startsWith("Invalid token (Number)") ? "; a number of the expression's own is written `1`" : ""
    return `${quoted(message, 100).slice(1, -1).replaceAll('\\"', '"')}${hint}`
  }
}

const tooEarly = "it ends too early"

/** Finds the offset of a problem as the end of the shortest prefix with the same problem. The library does not report it. */
const firstFault = (text: string, message: string): number => {
  for (let end = 1; end < text.length; end++) if (parseFault(text.slice(0, end)) === message) return end - 1
  return text.length === 0 ? 0 : text.length - 1
}

const functions: ReadonlyArray<string> =
  "abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values".split(
    " "
  )
