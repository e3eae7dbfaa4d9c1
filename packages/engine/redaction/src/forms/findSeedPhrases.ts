import type { Span } from "../texts/Span.ts"
import { seedWords } from "./seedWords.ts"

/** The minimum number of words in a phrase. */
const fewest = 12

const known: { words?: ReadonlySet<string> } = {}

/** Adds seed phrases: words that encode a wallet's key. */
export const findSeedPhrases = (text: string, found: Array<Span>): void => {
  if (text.length < fewest * (shortestWord + 1) - 1) return
  // Only stretches with enough words of a seed word's length are searched, without code characters in between.
  let from = 0
  let words = 0
  let letters = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) | 32 : 0
    if (code >= 97 && code <= 122) {
      letters++
      continue
    }
    const isEnd = at === text.length || isCode[text.charCodeAt(at)] === 1
    const isSeedLong = letters >= shortestWord && letters <= longestWord
    if (isSeedLong && words++ === 0) from = at - letters
    if (words >= fewest && (isEnd || (letters > 0 && !isSeedLong))) phrasesIn(text.slice(from, at), from, found)
    if (isEnd || (letters > 0 && !isSeedLong)) words = 0
    letters = 0
  }
}

const phrasesIn = (text: string, start: number, found: Array<Span>): void => {
  known.words ??= new Set(seedWords.trim().split(/\s+/))
  let from = 0
  let words = 0
  let end = 0
  const close = () => {
    if (words >= fewest) found.push({ from: start + from, to: start + end })
    words = 0
  }
  for (const { 0: word, index } of text.matchAll(/[A-Za-z]+/g)) {
    const isSeed = known.words.has(word.toLowerCase())
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

/** The characters that never occur in a phrase. */
const isCode = Uint8Array.from({ length: 128 }, (_, code) => (/[\w\s,.):"'\\]/.test(String.fromCharCode(code)) ? 0 : 1))

const shortestWord = 3
const longestWord = 8

const between = /^(?:[\s,]{1,4}|\\n|["'][\s,]{1,4}["']|[\s,]{0,4}\d{1,2}[.):]?\s{1,4})$/
