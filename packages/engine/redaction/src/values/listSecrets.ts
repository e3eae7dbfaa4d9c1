import { findSecretsInWords } from "@toolgate/shell"
import { isPlaceholder } from "../forms/isPlaceholder.ts"
import { isMixed } from "../forms/looksRandom.ts"
import { isKeyPair } from "../texts/byteLists.ts"
import { findSplitParts } from "../texts/findSplitTokens.ts"
import type { Span } from "../texts/Span.ts"
// biome-ignore lint/suspicious/noImportCycles: texts hold JSON and lists, and these hold texts
import { makeBudget, type SearchBudget, textSecrets } from "../texts/textSecrets.ts"
import { isSecretMember } from "./memberSecrets.ts"

/** The secret part of an item: the whole item, or spans of its text. */
export type ItemSecret = "whole" | ReadonlyArray<Span>

type ListSecrets = ReadonlyMap<number, ItemSecret> | undefined

/**
 * Returns the secret items of a list, like `listSecrets`. Another member of the same object may name the program whose
 * arguments the list holds: `{ command: "mysql", args: ["-psecret"] }`.
 */
export const argumentSecrets = (
  given: { readonly [name: string]: unknown },
  name: string,
  list: ReadonlyArray<unknown>,
  budget?: SearchBudget
): ListSecrets => {
  const program = wordsName.test(name) ? programIn(given) : undefined
  if (program === undefined) return listSecrets(list, budget)
  const words = program.trim().split(/\s+/, mostItems)
  const found = listSecrets([...words, ...list], budget)
  return found && new Map([...found].map(([at, secret]) => [at - words.length, secret]))
}

const wordsName = /^(?:args?|argv|arguments|parameters|params|options|flags|words)$/i
const programName = /^(?:command|cmd|program|executable|exe|bin|binary|file|path|entrypoint|run|name|tool)$/i

const programIn = (given: { readonly [name: string]: unknown }): string | undefined => {
  for (const [name, value] of Object.entries(given))
    if (typeof value === "string" && value.length <= 256 && programName.test(name)) return value
  return undefined
}

/** The limits of items and characters that are read together. */
const mostItems = 512
const mostCharacters = 16_384

/**
 * Returns the items that are secret because of other items: words of a command, lines of a key, header values, the word
 * after `--password`. Items that are secret by themselves are not searched. The keys are item indexes. Returns
 * `undefined` if there are none.
 */
export const listSecrets = (list: ReadonlyArray<unknown>, budget?: SearchBudget): ListSecrets => {
  const words = wordsOf(list)
  if (words.length < 2) return undefined
  const found = new Map<number, ItemSecret>()
  const split = bytesThatAreSecret(list, budget) ?? findSplitParts(list.length > mostItems ? words : list)
  for (const at of split ?? []) found.set(at, "whole")
  for (const { at, from, to } of findSecretsInWords(words.map((word) => word ?? "")))
    if (!isPlaceholder((words[at] ?? "").slice(from, to))) add(found, at, { from, to })
  const isPairs =
    list.length === 2 || (words.length % 2 === 0 && words.every((word, at) => at % 2 === 1 || isHeader(word)))
  for (let at = 1; at < words.length; at++) {
    // After "--" comes an operand, even where an option expects its value.
    const before = words[at - 1] === "--" ? words[at - 2] : words[at - 1]
    if (before === undefined || before.length > 128) continue
    if (headerOption.test(before)) {
      const [named, name = ""] = headerLine.exec(words[at] ?? "") ?? []
      const value = (words[at] ?? "").slice(named?.length)
      if (named !== undefined && isSecretMember(name) && !isPlaceholder(value))
        add(found, at, { from: named.length, to: named.length + value.length })
    }
    const introduced = before.startsWith("-")
      ? flag.test(before) && isSecretMember(before)
      : isSecretMember(before) && !isSentence.test(before) && ((isPairs && at % 2 === 1) || isSetting(words[at]))
    if (introduced && !isPlaceholder(words[at] ?? "")) found.set(at, "whole")
  }
  joined(words, budget, found)
  return found.size === 0 ? undefined : found
}

/** The minimum length of a list of bytes. */
const fewestBytes = 8

/** Returns the indexes of secret bytes in a list of bytes. */
const bytesThatAreSecret = (list: ReadonlyArray<unknown>, budget?: SearchBudget): ReadonlyArray<number> | undefined => {
  if (list.length < fewestBytes || !isByte(list[0]) || !list.every(isByte)) return undefined
  const bytes = list.slice(0, mostCharacters)
  if (isKeyPair(bytes)) return bytes.map((_, at) => at)
  const text = String.fromCharCode(...bytes)
  return textSecrets(text, budget ?? makeBudget(text)).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at)
  )
}

const isByte = (item: unknown): item is number =>
  typeof item === "number" && Number.isInteger(item) && item >= 0 && item < 256

const wordsOf = (list: ReadonlyArray<unknown>): ReadonlyArray<string | undefined> => {
  const words: Array<string | undefined> = []
  let characters = 0
  for (const item of list) {
    const word = typeof item === "string" ? item : typeof item === "number" ? String(item) : undefined
    characters += word?.length ?? 0
    if (words.length >= mostItems || characters > mostCharacters) break
    words.push(word)
  }
  return words
}

/** Searches the items as one text, joined by blanks. */
const joined = (
  words: ReadonlyArray<string | undefined>,
  given: SearchBudget | undefined,
  found: Map<number, ItemSecret>
): void => {
  if (!words.some((word) => word !== undefined && begins.test(word))) return
  const text = words.map((word) => word ?? "").join(" ")
  const budget = given ?? makeBudget(text)
  if (budget.characters <= 0) return
  const { levels } = budget
  // Only the joined text: the caller searches each item separately, including encoded text.
  budget.levels = 0
  const secrets = textSecrets(text, budget)
  budget.levels = levels
  let start = 0
  for (const [at, word = ""] of words.entries()) {
    const end = start + word.length
    for (const { from, to } of secrets)
      if (from < end && to > start)
        add(found, at, { from: Math.max(from, start) - start, to: Math.min(to, end) - start })
    start = end + 1
  }
}

const add = (found: Map<number, ItemSecret>, at: number, span: Span): void => {
  const before = found.get(at)
  if (before !== "whole") found.set(at, before === undefined ? [span] : [...before, span])
}

/** Whether a word may be the value of a setting named before it: `config set github.token …`. */
const isSetting = (word: string | undefined): boolean => word !== undefined && !/[\s/.]/.test(word) && isMixed(word)

/** A name of more than two words is a sentence. */
const isSentence = /\S \S+ \S/

const flag = /^--?[\w-]+$/
const headerOption = /^(?:-H|--headers?|--add-header)$/
const headerLine = /^([A-Za-z][\w-]{1,63}):\s{0,8}(?=\S)/

/**
 * Beginnings that continue in the next item: the frame of a key, a name with its sign, a scheme, a setting, the first
 * line of a key.
 */
const begins =
  /PRIVATE KEY|Private-Lines|^[\w -]{1,64}(?:[:=]|:=|=>)$|^(?:bearer|basic|=|:|config|configure|set|setx)$|^M[A-Za-z0-9+/]{15,}|^b3BlbnNzaC1rZXk/i

/** Whether a word looks like a header name. A list may contain alternating header names and values. */
const isHeader = (word: string | undefined): boolean => word !== undefined && header.test(word)
const header =
  /^(?:[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*|[a-z0-9]+(?:-[a-z0-9]+)+|:[a-z]+|host|accept|cookie|authorization|origin|referer|date|age|etag|via|connection|range|te)$/
