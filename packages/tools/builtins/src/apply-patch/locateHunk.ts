import { FileLines } from "./FileLines.ts"
import { DiffFault, type DiffLine, type Hunk } from "./parseDiff.ts"
import type { SearchedFile } from "./SearchedFile.ts"

/**
 * Finds the only position of a hunk, as the number of lines before it. After a unique anchor, the first match counts. Otherwise there must
 * be exactly one match from `from` on; nothing is guessed.
 */
export const locateHunk = (file: SearchedFile, hunk: Hunk, from: number): number | DiffFault => {
  const anchored = afterAnchors(file, hunk.anchors, from)
  if (anchored instanceof DiffFault) return anchored
  const { start, isSure } = anchored
  const old = hunk.old.map(({ text }) => text)
  if (hunk.atEnd) return placeAtEnd(file, old, start)
  if (old.length === 0) return isSure || file.end === 0 ? start : new DiffFault(nowhere)
  const found = file.find(old, start, isSure ? 1 : 2)
  if (found.length === 0) return whyNotPlaced(file, hunk.old, start)
  return found.length === 1 ? (found[0] as number) : severalPlaces(file, old, start)
}

const placeAtEnd = (file: SearchedFile, old: ReadonlyArray<string>, start: number) => {
  const place = file.end - old.length
  if (old.length === 0 || (place >= start && file.find(old, place, 1)[0] === place)) return place
  return new DiffFault(`its lines are not the last ones of the file, which has ${file.end}. Read the end of the file.`)
}

/** Returns where the search for a hunk starts, and whether its anchors are unique. */
const afterAnchors = (file: SearchedFile, anchors: ReadonlyArray<DiffLine>, from: number) => {
  let after = 0
  let isSure = anchors.length > 0
  for (const [index, { text, at }] of anchors.entries()) {
    const found = file.findLine(text, after, 2)
    if (found[0] === undefined) return noAnchor(at, index > 0)
    // Each further anchor is the first match after the previous one.
    isSure &&= index > 0 || found.length === 1
    after = found[0] + 1
  }
  return { start: Math.max(from, after), isSure }
}

const noAnchor = (at: number, isNested: boolean) => {
  const where = isNested ? " after the anchor before it" : ""
  return new DiffFault(
    `the text after @@ on line ${at} of the diff does not match a line of the file${where}. Copy a whole line, or leave it out.`
  )
}

const severalPlaces = (file: SearchedFile, old: ReadonlyArray<string>, from: number) =>
  new DiffFault(`its lines occur several times in the file, ${onLines(file.find(old, from, 11))}. ${addContext}`)

const addContext = "Add lines around the place, or @@ and a line before it that occurs only once in the file."

const nowhere = `it only adds lines, and nothing says where. ${addContext}`

/** Describes why a hunk does not match from `from` on, with the closest match. */
const whyNotPlaced = (file: SearchedFile, old: ReadonlyArray<DiffLine>, from: number): DiffFault => {
  const texts = old.map(({ text }) => text)
  return new DiffFault(`${elsewhere(file, texts, from) ?? spaced(file, texts, from) ?? broken(file, old, texts, from)}`)
}

const elsewhere = (file: SearchedFile, texts: ReadonlyArray<string>, from: number) => {
  const found = from === 0 ? [] : file.find(texts, 0, mostNamed + 1)
  if (found.length === 0) return undefined
  return `its lines occur ${onLines(found)}, but it must begin on line ${from + 1} or later. ${inOrder}`
}

const spaced = (file: SearchedFile, texts: ReadonlyArray<string>, from: number) => {
  if (texts.every((text) => text.trim() === "")) return undefined
  const bare = new FileLines(file.lines, (line) => line.replace(/\s+/g, ""))
  const found = bare.find(texts, from, mostNamed + 1)
  return found.length === 0 ? undefined : `its lines would match ${onLines(found)} if white space were ignored. ${copy}`
}

const broken = (file: SearchedFile, old: ReadonlyArray<DiffLine>, texts: ReadonlyArray<string>, from: number) => {
  const { count, place } = file.loose.longestStart(texts, from)
  const missing = old[count]?.at
  const after = from > 0 ? ` from line ${from + 1} on` : ""
  if (count === 0) return `line ${missing} of the diff does not match a line of the file${after}. ${copy}`
  const stand = count === 1 ? "line stands" : `${count} lines stand`
  const next = place + count >= file.end ? "the file ends there" : `line ${place + count + 1} of the file differs`
  return `its first ${stand} on line ${place + 1}, but line ${missing} of the diff does not follow: ${next}. ${copy}`
}

/** Lists the line numbers of positions. */
const onLines = (places: ReadonlyArray<number>): string => {
  const numbers = places.slice(0, mostNamed).map((place) => place + 1)
  if (places.length === 1) return `on line ${numbers[0]}`
  return `on lines ${numbers.join(", ")}${places.length > mostNamed ? " and more" : ""}`
}

const mostNamed = 10

const copy = "Read the file and copy its lines exactly."

const inOrder = "Hunks must be in the order of the file, and must not overlap."
