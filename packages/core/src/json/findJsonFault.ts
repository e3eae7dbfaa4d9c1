import { locateOffset, type TextPosition } from "../locateOffset.ts"
import { quoted } from "../quoted.ts"

/** A position where a text stops being valid JSON, and the problem as a clause. */
export interface JsonFault extends TextPosition {
  readonly problem: string
}

/**
 * Returns the first fault of a text: invalid JSON or a duplicate property. Returns `undefined` exactly if `JSON.parse`
 * succeeds without dropping a member.
 *
 * `JSON.parse` does the reading. This function only words the refusal, because error messages of `JSON.parse` quote the
 * text. It uses an explicit stack, so it handles any nesting.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findJsonFault } from "@toolgate/core/json"
 *
 * const fault = findJsonFault('{\n  "path": "a.txt",\n  "path": "b.txt"\n}')
 * assert.deepEqual([fault?.line, fault?.problem], [3, 'the property "path" is given twice'])
 * assert.equal(findJsonFault("[1, 2]"), undefined)
 * ```
 */
export const findJsonFault = (text: string): JsonFault | undefined => {
  const open: Array<Set<string> | "array"> = []
  let expects: Expected = "a value"
  let at = 0
  for (;;) {
    at = pastSpace(text, at)
    const next = text[at]
    const top = open.at(-1)
    if (next === undefined) {
      if (expects === "more" && top === undefined) return undefined
      return faultAt(text, at, `the text ends where ${words(expects, top)} is expected`)
    }
    const expected = () => faultAt(text, at, `${words(expects, top)} is expected`)
    if (expects === '":"') {
      if (next !== ":") return expected()
      at++
      expects = "a value"
    } else if (expects === "a property name" || expects === "a property name or end") {
      if (next === '"' && typeof top === "object") {
        const end = stringEnd(text, at)
        if (typeof end !== "number") return end
        const name: unknown = JSON.parse(text.slice(at, end))
        if (top.has(String(name))) return faultAt(text, at, `the property ${quoted(String(name))} is given twice`)
        top.add(String(name))
        at = end
        expects = '":"'
      } else if (next === "}" && expects === "a property name or end") {
        open.pop()
        at++
        expects = "more"
      } else return expected()
    } else if (expects === "more") {
      if (top === undefined) return expected()
      if (next === (top === "array" ? "]" : "}")) open.pop()
      else if (next === ",") expects = top === "array" ? "a value" : "a property name"
      else return expected()
      at++
    } else if (next === "]" && expects === "a value or end") {
      open.pop()
      at++
      expects = "more"
    } else if (next === "{") {
      open.push(new Set())
      at++
      expects = "a property name or end"
    } else if (next === "[") {
      open.push("array")
      at++
      expects = "a value or end"
    } else {
      const end = next === '"' ? stringEnd(text, at) : scalarEnd(text, at)
      if (end === undefined) return expected()
      if (typeof end !== "number") return end
      at = end
      expects = "more"
    }
  }
}

type Expected = "a value" | "a value or end" | "a property name" | "a property name or end" | '":"' | "more"

const words = (expects: Expected, top: Set<string> | "array" | undefined) => {
  switch (expects) {
    case "a value or end":
      return 'a value or "]"'
    case "a property name":
      return "a property name in double quotes"
    case "a property name or end":
      return 'a property name in double quotes or "}"'
    case "more":
      return top === undefined ? "nothing more" : top === "array" ? '"," or "]"' : '"," or "}"'
    default:
      return expects
  }
}

const pastSpace = (text: string, from: number) => {
  let at = from
  for (let code = text.charCodeAt(at); isSpace(code); code = text.charCodeAt(at)) at++
  return at
}

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

const scalarEnd = (text: string, at: number): number | undefined => {
  const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : undefined
}

/**
 * Returns the end of a string, or its fault. Written by hand, because a regular expression would store a backtracking
 * state for each of possibly millions of characters.
 */
const stringEnd = (text: string, start: number): number | JsonFault => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return faultAt(text, at, "a string has a control character, which must be escaped")
    if (code !== 0x5c) continue
    const known = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y
    known.lastIndex = at + 1
    if (!known.test(text)) return faultAt(text, at, "a string has an escape that JSON does not know")
    at = known.lastIndex - 1
  }
  return faultAt(text, start, "a string begins here and is never closed")
}

const faultAt = (text: string, at: number, problem: string): JsonFault => ({ ...locateOffset(text, at), problem })
