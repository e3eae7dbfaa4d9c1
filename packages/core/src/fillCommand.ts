import type { Args, Json } from "./json/Json.ts"
import { quoted } from "./quoted.ts"

/** An argument that cannot be a word of a command. The message does not contain its value. */
export interface WordFault {
  /** The JSON pointer to the argument. */
  readonly arg: string
  readonly message: string
}

/**
 * Fills the placeholders `{name}` of a command with top-level arguments, or returns the fault of an argument. `{{` and
 * `}}` are literal braces, and so are braces around anything except a name.
 *
 * Strings are inserted unchanged, other values as JSON. A list that fills a whole word becomes one word per item. A word
 * with an absent argument is left out. Values are never expanded, and only the tool can add options: a word that starts
 * with an argument may not begin with "-", except after the tool's word "--".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { fillCommand } from "@toolgate/core"
 *
 * const argv = ["git", "log", "--author={who}", "--", "{path}"]
 * assert.deepEqual(fillCommand(argv, { path: "a b.txt" }), ["git", "log", "--", "a b.txt"])
 * // An argument cannot become an option.
 * assert(!Array.isArray(fillCommand(["git", "log", "{path}"], { path: "--output=notes.txt" })))
 * ```
 */
export const fillCommand = (argv: ReadonlyArray<string>, args: Args): ReadonlyArray<string> | WordFault => {
  const words: Array<string> = []
  let optionsEnded = false
  for (const template of argv) {
    const parts = partsOf(template)
    if (parts.every((part) => typeof part === "string")) {
      const word = parts.join("")
      words.push(word)
      if (word === "--") optionsEnded = true
      continue
    }
    const filled = filledWords(parts, args, optionsEnded)
    if ("message" in filled) return filled
    words.push(...filled)
  }
  return words
}

/**
 * Lists the argument names in the placeholders of a word.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listPlaceholders } from "@toolgate/core"
 *
 * assert.deepEqual(listPlaceholders("--range={from}..{to}"), ["from", "to"])
 * assert.deepEqual(listPlaceholders("{{literal}}"), [])
 * ```
 */
export const listPlaceholders = (word: string): ReadonlyArray<string> =>
  partsOf(word).flatMap((part) => (typeof part === "string" ? [] : [part.name]))

interface Placeholder {
  readonly name: string
}

type Parts = ReadonlyArray<string | Placeholder>

const partsOf = (word: string): Parts => {
  const parts: Array<string | Placeholder> = []
  let from = 0
  for (const match of word.matchAll(braces)) {
    if (match.index > from) parts.push(word.slice(from, match.index))
    const [all, name] = match
    parts.push(name === undefined ? all.charAt(0) : { name })
    from = match.index + all.length
  }
  if (from < word.length) parts.push(word.slice(from))
  return parts
}

const braces = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)\}/g

/** Returns the words for one template: none if an argument is absent, several for a list. */
const filledWords = (parts: Parts, args: Args, optionsEnded: boolean): ReadonlyArray<string> | WordFault => {
  const texts: Array<string> = []
  /** The argument at the start of the word, if there is one. */
  let first: string | undefined
  for (const part of parts) {
    if (typeof part === "string") {
      texts.push(part)
      continue
    }
    const { name } = part
    if (texts.every((before) => before === "")) first = name
    if (!Object.hasOwn(args, name)) return []
    const value = args[name] as Json
    const isList = Array.isArray(value)
    if (isList && parts.length > 1) return faultOf(name, "is a list, which cannot be part of a word")
    const items: ReadonlyArray<string> = (isList ? value : [value]).map(textOfValue)
    const fault = items.map(textFault).find((one) => one !== undefined)
    if (fault !== undefined) return faultOf(name, fault)
    texts.push(...items)
    if (isList) return items.some(isOption) && !optionsEnded ? faultOf(name, madeOption) : items
  }
  const word = texts.join("")
  return first !== undefined && isOption(word) && !optionsEnded ? faultOf(first, madeOption) : [word]
}

const isOption = (word: string): boolean => word.startsWith("-")

const madeOption = 'makes a word that begins with "-", which a program reads as an option'

const textOfValue = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

const textFault = (text: string): string | undefined => {
  if (text.includes("\0")) return "contains a NUL, which no program accepts"
  return text.isWellFormed() ? undefined : "contains half a character, which no program accepts"
}

const faultOf = (name: string, fault: string): WordFault => ({
  arg: `/${name}`,
  message: `The argument ${quoted(name)} ${fault}.`
})
