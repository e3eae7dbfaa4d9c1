import { copyJson, type Json, NotJson, quoted, ToolExecutionError, unknownName } from "@toolgate/core"
import untyped from "jmespath"

/** The functions of the package, whose published types know one of them only. */
const jmespath = untyped as unknown as {
  /** Throws if the text is no expression. */
  readonly compile: (text: string) => unknown
  readonly tokenize: (
    text: string
  ) => ReadonlyArray<{ readonly type: string; readonly value: unknown; readonly start: number }>
  readonly search: (value: unknown, text: string) => unknown
}

/** The most characters of an expression. */
const longest = 1024

/** Returns the problem of a JMESPath expression, with its offset; `undefined` if the expression can be used. */
export const expressionFault = (text: string): { readonly at: number; readonly fault: string } | undefined => {
  if (text.length > longest) return { at: 0, fault: `the expression is longer than ${longest} characters` }
  const message = parseFault(text)
  if (message !== undefined) {
    const at = firstFault(text, message)
    return { at, fault: `this is not JMESPath, at character ${at + 1}: ${message}` }
  }
  // The library looks for a function only when it calls it.
  const tokens = jmespath.tokenize(text)
  for (const [index, { type, value, start }] of tokens.entries())
    if (type === "UnquotedIdentifier" && tokens[index + 1]?.type === "Lparen" && !functions.includes(String(value)))
      return { at: start, fault: unknownName("JMESPath function", String(value), functions) }
  return undefined
}

const parseFault = (text: string): string | undefined => {
  try {
    jmespath.compile(text)
    return undefined
  } catch (cause) {
    return cause instanceof RangeError
      ? "it is nested too deeply"
      : quoted(cause instanceof Error ? cause.message : "it cannot be read", 100).slice(1, -1)
  }
}

/** Returns the offset of a problem: the end of the shortest beginning that has the same one. The library does not say where it is. */
const firstFault = (text: string, message: string): number => {
  for (let end = 1; end < text.length; end++) if (parseFault(text.slice(0, end)) === message) return end - 1
  return text.length === 0 ? 0 : text.length - 1
}

/**
 * Returns the value that an expression makes of a body. `value` is plain JSON of few levels; its objects get no prototype, because the
 * library would find the members of one.
 */
export const mapped = (expression: string, value: Json): Json => {
  let found: unknown
  try {
    found = jmespath.search(withoutPrototypes(value), expression)
  } catch (cause) {
    // The messages of the library name types and functions, and quote no value.
    const why = cause instanceof Error ? quoted(cause.message, 200).slice(1, -1) : "it failed"
    throw new ToolExecutionError({ message: `The answer does not have the form that "response" needs: ${why}.`, cause })
  }
  const copied = copyJson(found, { depth: mostLevels, nodes: 1_000_000, characters: 32 * 1024 * 1024 })
  if (!(copied instanceof NotJson)) return copied
  throw new ToolExecutionError({ message: `The expression of "response" makes a value that ${copied.reason}.` })
}

/** The most levels of nesting of an answer. */
export const mostLevels = 128

const withoutPrototypes = (value: Json): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => withoutPrototypes(item))
  const plain: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) plain[name] = withoutPrototypes(member)
  return plain
}

const functions: ReadonlyArray<string> =
  "abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values".split(
    " "
  )
