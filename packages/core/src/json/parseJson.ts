/**
 * Parses JSON like `JSON.parse`, with the same errors. The result depends only on the text.
 *
 * `JSON.parse` of Node 24 and 26 does not guarantee that. If a member name contains an escape, the parser may confuse it
 * with a name from an earlier text (nodejs/node#63785).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseJson } from "@toolgate/core/json"
 *
 * assert.deepEqual(parseJson('{ "\\u0061": 1 }'), { a: 1 })
 * assert.throws(() => parseJson("{"), SyntaxError)
 * ```
 */
export const parseJson = (text: string): unknown => {
  const parsed: unknown = JSON.parse(text)
  return hasEscapedName(text) ? readTokens(text) : parsed
}

/** Whether a member name contains an escape. Skips strings without escapes. */
const hasEscapedName = (text: string): boolean => {
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at)) {
    at = pastString(text, at)
    if (isName(text, at)) return true
  }
  return false
}

/** Parses a valid JSON text. Uses `JSON.parse` only for single strings, numbers and words. */
const readTokens = (text: string): unknown => {
  const whole: Array<unknown> = []
  const open: Array<Record<string, unknown> | Array<unknown>> = [whole]
  let name = ""
  const add = (value: unknown) => {
    const into = open.at(-1) ?? whole
    if (Array.isArray(into)) into.push(value)
    // Assigning a name of `Object.prototype` could call a setter, such as that of `__proto__`, or fail if the prototype is
    // frozen.
    else if (name in Object.prototype) Object.defineProperty(into, name, { value, ...ordinary })
    else into[name] = value
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === openingBrace || code === openingBracket) {
      const made = code === openingBrace ? {} : []
      add(made)
      open.push(made)
      at++
    } else if (code === closingBrace || code === closingBracket) {
      open.pop()
      at++
    } else if (code === comma || code === colon || isSpace(code)) {
      at++
    } else {
      const end = code === quote ? pastString(text, at + 1) : pastScalar(text, at)
      const value: unknown = JSON.parse(text.slice(at, end))
      if (code === quote && isName(text, end)) name = value as string
      else add(value)
      at = end
    }
  }
  return whole[0]
}

const ordinary = { writable: true, enumerable: true, configurable: true }

const pastString = (text: string, within: number): number => {
  let end = text.indexOf('"', within)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

const isName = (text: string, end: number): boolean => {
  let at = end
  while (isSpace(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === colon
}

const pastScalar = (text: string, from: number): number => {
  let at = from
  for (let code = text.charCodeAt(at); !isEnd(code); code = text.charCodeAt(at)) at++
  return at
}

/** Whether a number or a word ends here, including trailing blanks, which `JSON.parse` ignores. */
const isEnd = (code: number): boolean =>
  code === comma || code === closingBrace || code === closingBracket || Number.isNaN(code)

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
