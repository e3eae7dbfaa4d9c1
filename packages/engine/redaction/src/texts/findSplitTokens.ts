import { findTokens } from "../forms/findTokens.ts"
import type { Span } from "./Span.ts"

/** The beginning of a token. */
const begins =
  /(?:^|[^A-Za-z0-9])((?:[A-Za-z][A-Za-z0-9]{0,15}[_-]|AKIA|ASIA|A3T[A-Z0-9]|ABSK|AKCp|cmVmd|4b1d|EZ[AT]K|ABIA|ACCA|AIza|AKID|LTAI|eyJ|EAA|SK|SG\.|ya29\.|hv[sbr]\.|dapi|dp\.|sl\.|1\/\/0|oy2|cio|MI[IGC])[A-Za-z0-9_.+/=-]*)$/
/** The maximum length of a token's beginning. */
const longestBeginning = 256

/** Returns the beginning of a token that ends at an index. */
const beginningAt = (text: string, end: number): string | undefined => {
  let from = end
  while (from > 0 && end - from < longestBeginning && isRun[text.charCodeAt(from - 1)] === 1) from--
  // No token begins in three characters or fewer.
  return end - from < 4 ? undefined : begins.exec(text.slice(from, end))?.[1]
}

const isRun = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_.+/=-]/.test(String.fromCharCode(code)) ? 1 : 0
)

/** A run of token characters. */
const run = /[A-Za-z0-9_.+/=-]+/y

/**
 * The separators between the parts of a split token: a line end, possibly with a continuation sign, or the end of one
 * string literal and the beginning of the next.
 */
const joint =
  /(?<=[A-Za-z0-9_+/-])(?:=?\\?(?:\r?\n|\\r|\\n){1,2}[ \t]{0,16}(?:[>|*#+] ?)?|\\?["'`][ \t]{0,4}(?:[+.&]|\\)?[ \t]{0,4}(?:\r?\n[ \t]{0,16})?(?:[+.&][ \t]{0,4})?\\?["'`])(?=[A-Za-z0-9_+/-])/g

/** The minimum length of a continuation. */
export const shortestPart = 4
/** The maximum length of a continuation. */
const longestPart = 512
/** The maximum number of joined parts. */
const mostParts = 64

/** Adds tokens that are split over lines or string literals. */
export const findSplitTokens = (text: string, found: Array<Span>): void => {
  const joints = [...text.matchAll(joint)].map(({ 0: between, index }) => ({ from: index, to: index + between.length }))
  for (let at = 0; at < joints.length; ) {
    const first = joints[at] as Span
    const before = beginningAt(text, first.from)
    let last = at
    if (before !== undefined) {
      const parts: Array<Span> = [{ from: first.from - before.length, to: first.from }]
      for (; last < joints.length && parts.length < mostParts; last++) {
        const { to } = joints[last] as Span
        const part = runAt(text, to)
        if (!goesOn(text.slice(part.from, part.to), 0)) break
        parts.push(part)
        if (joints[last + 1]?.from !== part.to) break
      }
      addParts(
        parts.map(({ from, to }) => text.slice(from, to)),
        (index) => found.push(parts[index] as Span)
      )
    }
    at = Math.max(at, last) + 1
  }
}

const runAt = (text: string, from: number): Span => {
  run.lastIndex = from
  run.exec(text)
  return { from, to: Math.max(from, run.lastIndex) }
}

/** Whether a text may continue a token: it mixes letters and digits, or is as short as the other parts. */
const goesOn = (part: string, width: number): boolean => {
  let hasDigit = false
  let hasLetter = false
  for (let at = 0; at < part.length; at++) {
    const code = part.charCodeAt(at)
    if (isRun[code] !== 1) return false
    if (code >= 65) hasLetter ||= code !== 95
    else hasDigit ||= code >= 48 && code <= 57
  }
  return (
    part !== "" &&
    ((hasDigit && hasLetter) || /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(part) || (width <= 6 && part.length === width))
  )
}

/**
 * Returns the indexes of texts that form one token when joined. The texts are list items or member values; a
 * continuation contains no blanks.
 */
export const findSplitParts = (values: ReadonlyArray<unknown>): ReadonlySet<number> | undefined => {
  const texts = values.some((value) => typeof value === "object") ? values.map(onlyText) : values
  let found: Set<number> | undefined
  if (areChunks(texts))
    addParts(texts, (index) => {
      found ??= new Set()
      found.add(index)
    })
  for (let at = 0; at + 1 < texts.length; at++) {
    const first = texts[at]
    const second = texts[at + 1]
    if (typeof first !== "string" || typeof second !== "string") continue
    const width = second.length
    if (width < shortestPart || width > longestPart || !goesOn(second, width)) continue
    const before = beginningAt(first, first.length)
    if (before === undefined) continue
    const parts = [before]
    while (parts.length < mostParts) {
      const next = texts[at + parts.length]
      if (typeof next !== "string" || next.length > longestPart || !goesOn(next, width)) break
      parts.push(next)
    }
    if (parts.length === 1) continue
    const start = at
    addParts(parts, (index) => {
      found ??= new Set()
      found.add(start + index)
    })
  }
  return found
}

/** Returns the only text of an object, or the value itself. */
const onlyText = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  const texts = Object.values(value).filter((member) => typeof member === "string")
  return texts.length === 1 ? texts[0] : undefined
}

/** Whether texts are chunks of equal width, as a program cuts them. */
const areChunks = (texts: ReadonlyArray<unknown>): texts is ReadonlyArray<string> => {
  const [first] = texts
  if (texts.length < fewestChunks || typeof first !== "string" || first === "" || first.length > widestChunk)
    return false
  const width = first.length
  return texts.every(
    (text, at) =>
      typeof text === "string" && (text.length === width || (at === texts.length - 1 && text.length < width))
  )
}

/** The minimum number of short chunks. */
export const fewestChunks = 5
const widestChunk = 12

/** Reports the parts of tokens that span several parts. */
const addParts = (parts: ReadonlyArray<string>, add: (index: number) => void): void => {
  if (parts.length < 2) return
  const tokens: Array<Span> = []
  findTokens(parts.join(""), tokens)
  for (const { from, to } of tokens) {
    let start = 0
    const touched: Array<number> = []
    for (const [index, part] of parts.entries()) {
      if (from < start + part.length && to > start) touched.push(index)
      start += part.length
    }
    if (touched.length > 1) for (const index of touched) add(index)
  }
}
