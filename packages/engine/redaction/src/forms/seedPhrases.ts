import type { Span } from "../texts/Span.ts"
import { seedWords } from "./seedWords.ts"

/** The fewest words of a phrase. */
const fewest = 12

const known: { words?: ReadonlySet<string> } = {}

/** Adds the phrases of words that stand for the key of a wallet. */
export const seedPhrases = (text: string, found: Array<Span>): void => {
  if (!hasManyWords(text)) return
  known.words ??= new Set(seedWords.trim().split(/\s+/))
  let from = 0
  let words = 0
  let end = 0
  const close = () => {
    if (words >= fewest) found.push({ from, to: end })
    words = 0
  }
  for (const { 0: word, index } of text.matchAll(/[A-Za-z]+/g)) {
    const lower = word.toLowerCase()
    const isSeed = known.words.has(lower)
    if (words > 0 && !between.test(text.slice(end, Math.min(index, end + 12)))) close()
    if (!isSeed) close()
    else {
      if (words === 0) from = index
      words++
      end = index + word.length
    }
  }
  close()
}

/** Whether enough words in a row have the length of a seed word, with no characters of source code between them. */
const hasManyWords = (text: string): boolean => {
  if (text.length < fewest * (shortestWord + 1) - 1) return false
  let words = 0
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 32
    if (code >= 97 && code <= 122) letters++
    else {
      if (letters > 0) words = isLongAsSeed(letters) ? words + 1 : 0
      if (words === fewest) return true
      if (isCode[text.charCodeAt(at)] === 1) words = 0
      letters = 0
    }
  }
  return words === fewest - 1 && isLongAsSeed(letters)
}

/** The characters that never stand between the words of a phrase. */
const isCode = Uint8Array.from({ length: 128 }, (_, code) => (/[\w\s,.):"'\\]/.test(String.fromCharCode(code)) ? 0 : 1))

const shortestWord = 3
const isLongAsSeed = (letters: number): boolean => letters >= shortestWord && letters <= 8

const between = /^(?:[\s,]{1,4}|\\n|["'][\s,]{1,4}["']|[\s,]{0,4}\d{1,2}[.):]?\s{1,4})$/
