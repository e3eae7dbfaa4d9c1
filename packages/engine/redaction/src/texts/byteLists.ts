import type { Span } from "./Span.ts"
import { type View, ViewBuilder } from "./View.ts"

/** Lists of bytes: decimal numbers, pairs of hexadecimal digits, bits, and the lines of `xxd` and `hexdump`. */
const decimals = /(?<![\w.])\d{1,3}(?:(?:\s{0,4}[,;]\s{0,4}|\s{1,4})\d{1,3}){7,}(?![\w.])/g
const pair = "(?![0-9a-f]{8}(?::| {2}))(?:0x|\\\\x)?(?:[0-9a-f]{2}){1,8}"
const pairs = new RegExp(`(?<![\\w.])${pair}(?:(?:\\s?[,;]\\s{0,4}|[:\\s-]{1,2})${pair}){5,}(?!\\w)`, "gi")
const bits = /(?<![\w.])[01]{8}(?:[\s,;]{1,2}[01]{8}){7,}(?!\w)/g
/** The text between two lines of a dump: the characters of the first, and the offset of the second. */
const betweenLines = /^ {1,4}[^\n]{0,24}\n[0-9a-f]{4,8}:? {1,3}$/i

/** The bytes of an Ed25519 key pair, which has no recognisable form. Source: RFC 8032, section 5.1.5 */
const keyPairBytes = 64

/** Adds bracketed lists of numbers that look like a key pair: 64 bytes, most of them different. */
export const findKeyPairs = (text: string, found: Array<Span>): void => {
  for (const { 0: run, index } of text.matchAll(decimals)) {
    const numbers = run.match(/\d+/g) ?? []
    if (text.charAt(index - 1) === "[" && text.charAt(index + run.length) === "]" && isKeyPair(numbers.map(Number)))
      found.push({ from: index, to: index + run.length })
  }
}

/** Whether a list of numbers looks like a key pair. */
export const isKeyPair = (numbers: ReadonlyArray<number>): boolean =>
  numbers.length === keyPairBytes &&
  new Set(numbers).size >= keyPairBytes * 0.7 &&
  numbers.every((number) => number < 256)

/** Decodes the lists of bytes in a text. Returns `undefined` if there are none. */
export const decodeByteLists = (text: string): View | undefined => {
  const builder = new ViewBuilder()
  let isAny = false
  const add = (pattern: RegExp, digits: RegExp, radix: number) => {
    let last = -1
    for (const { 0: run, index } of text.matchAll(pattern)) {
      isAny = true
      const lineEnd = isDumped(text, index) ? endOfLine(text, index + run.length) : undefined
      if (last < 0 || !betweenLines.test(text.slice(last, Math.min(index, last + 64)))) builder.add("\n", index, index)
      for (const { 0: number, index: at } of run.matchAll(digits)) {
        const code = Number.parseInt(number, radix)
        const end = index + at + number.length
        builder.add(code > 31 && code < 127 ? String.fromCharCode(code) : "\n", index + at, lineEnd ?? end)
      }
      last = index + run.length
    }
  }
  add(decimals, /\d+/g, 10)
  add(pairs, /(?<!0(?=x))[0-9a-f]{2}/gi, 16)
  add(bits, /[01]{8}/g, 2)
  return isAny ? builder.view() : undefined
}

const isDumped = (text: string, at: number): boolean =>
  /(?:^|\n)[0-9a-f]{4,8}:? {1,3}$/i.test(text.slice(Math.max(0, at - 16), at))

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf("\n", at)
  return end < 0 ? text.length : end
}
