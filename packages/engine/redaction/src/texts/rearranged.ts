import { findTokens, getTokenTable, isLetter } from "../forms/findTokens.ts"
import { PublicFrames } from "../forms/PublicFrames.ts"
import { addMatches } from "./addMatches.ts"
import { changesOften } from "./embedded.ts"
import { decodeRun, mayBeginText } from "./findEncodedTexts.ts"
import { introducedPattern, introduces } from "./introducedPattern.ts"
import type { Span } from "./Span.ts"

/** The minimum length of a part in which a secret may be reversed or rotated. */
const shortest = 12
/** The minimum length of a word with a name and a value. */
const shortestAssigned = 14
/** The minimum length of such a value, which must contain a digit. */
const shortestValue = 6
/** The maximum length of such a word. */
const longest = 256
/** The minimum length of an encoded token. */
const shortestEncoded = 20

/**
 * Adds tokens and named values that are reversed or rotated (ROT13). Matches inside certificates and public keys are
 * chance.
 */
export const findRearrangedSecrets = (text: string, found: Array<Span>): void => {
  let frames: PublicFrames | undefined
  let from = 0
  let part = 0
  let partHasDigit = false
  let hasDigit = false
  let isAssigned = false
  let isLikely = false
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? kindOf(text.charCodeAt(at)) : delimiting
    if (kind >= letter) {
      part++
      partHasDigit ||= kind === digit
      continue
    }
    hasDigit ||= partHasDigit && part >= shortestValue
    isLikely ||= partHasDigit && part >= shortest
    part = 0
    partHasDigit = false
    isAssigned ||= kind === assigning
    if (kind !== delimiting) continue
    isLikely ||= isAssigned && hasDigit && at - from >= shortestAssigned
    if (isLikely && at - from <= longest) {
      frames ??= new PublicFrames(text)
      if (!frames.hold(from)) inWord(text, from, at, found)
    }
    from = at + 1
    hasDigit = false
    isAssigned = false
    isLikely = false
  }
}

const delimiting = 0
const sign = 1
const assigning = 2
const letter = 3
const digit = 4

/** The kinds of characters. Every token contains a long part of letters and digits. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[\s"'`,;()<>{}[\]\\]/.test(char)) return delimiting
  if (/[=:]/.test(char)) return assigning
  return /\d/.test(char) ? digit : /[A-Za-z_-]/.test(char) ? letter : sign
})
const kindOf = (code: number): number => (code < 128 ? (kinds[code] as number) : sign)

const inWord = (text: string, from: number, to: number, found: Array<Span>): void => {
  const { isReversed, isRotated } = signsIn(text, from, to)
  if (isReversed) {
    const word = reverse(text.slice(from, to))
    for (const span of secretsIn(word, () => reverse(text.slice(Math.max(0, to - longestLines), to))))
      found.push({ from: to - span.to, to: to - span.from })
  }
  if (isRotated) {
    const word = rotate(text.slice(from, to))
    for (const span of secretsIn(word, () => rotate(text.slice(from, from + longestLines))))
      found.push({ from: from + span.from, to: from + span.to })
  }
}

/** The maximum length of a secret of several words, such as the lines of a key. */
const longestLines = 4096

/** Returns whether a word, reversed or rotated, contains a part that begins like a token or a text. */
const signsIn = (text: string, from: number, to: number): { isReversed: boolean; isRotated: boolean } => {
  const table = getTokenTable()
  let [isReversed, isRotated, hasSign] = [false, false, false]
  let run = from
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    hasSign ||= code === 58 || code === 61
    if (at === from || !isLetter(text.charCodeAt(at - 1)))
      isRotated ||= table.mayBegin(turned(code), turned(text.charCodeAt(at + 1)), turned(text.charCodeAt(at + 2)))
    if (at === to - 1 || !isLetter(text.charCodeAt(at + 1)))
      isReversed ||= table.mayBegin(code, text.charCodeAt(at - 1), text.charCodeAt(at - 2))
    if (!isEncoding[code]) run = at + 1
    else if (at + 1 - run >= shortestEncoded && (at === to - 1 || !isEncoding[text.charCodeAt(at + 1)])) {
      const stretch = text.slice(run, at + 1)
      const isEncoded = hexadecimal.test(stretch) || changesOften(stretch)
      isReversed ||= isEncoded && mayBeginText(reverse(text.slice(at - 7, at + 1)))
      isRotated ||= isEncoded && mayBeginText(rotate(text.slice(run, run + 8)))
    }
  }
  if ((!hasSign && to - from < shortestMarked) || (isReversed && isRotated)) return { isReversed, isRotated }
  const word = text.slice(from, to)
  return { isReversed: isReversed || reversedMarks.test(word), isRotated: isRotated || rotatedMarks.test(word) }
}

/** Hexadecimal, plain or rotated. */
const hexadecimal = /^[0-9a-fn-s]+$/i

const isEncoding = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)))

/**
 * Returns the secrets of a rearranged word. `goOn` returns the word with the text after it, for a secret that reaches
 * its end.
 */
const secretsIn = (word: string, goOn: () => string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  findTokens(word, found)
  const last = found.at(-1)
  if (last?.to === word.length && last.to - last.from >= shortestOfLines) {
    found.length = 0
    findTokens(goOn(), found)
  }
  if (/[:=]/.test(word) && introduces(word)) addMatches(introducedPattern, word, found)
  for (const { 0: run, index } of word.matchAll(runs)) {
    const inner: Array<Span> = []
    findTokens(decodeRun(run) ?? "", inner)
    if (inner.length > 0) found.push({ from: index, to: index + run.length })
  }
  return found
}

/** The minimum length of a token at the end of a word that may continue after the word. */
const shortestOfLines = 60
const runs = /[A-Za-z0-9+/_-]{20,}={0,2}/g

const reverse = (word: string): string => {
  let reversed = ""
  for (let at = word.length - 1; at >= 0; at--) reversed += word.charAt(at)
  return reversed
}

const rotate = (word: string): string => {
  let rotated = ""
  for (let at = 0; at < word.length; at++) rotated += String.fromCharCode(turned(word.charCodeAt(at)))
  return rotated
}

/** Rotates a letter by 13. */
const turned = (code: number): number => {
  const lower = code | 32
  return lower < 97 || lower > 122 || code > 122 ? code : lower < 110 ? code + 13 : code - 13
}

/** The names of secrets, and the marks inside tokens that begin with any letter. */
const marks = "pass secret token key auth pw contras Q~ +ASt AIoT ACDb +AEh AzSe ACRD JQQJ99 AZDO atlasv1 _mmk NRAL :AA"
/** The minimum length of a token with such a mark. */
const shortestMarked = 36
const marksAs = (rearrange: (mark: string) => string): RegExp =>
  new RegExp(
    marks
      .split(" ")
      .map((mark) => rearrange(mark).replace("+", "\\+"))
      .join("|"),
    "i"
  )
const reversedMarks = marksAs(reverse)
const rotatedMarks = marksAs(rotate)
