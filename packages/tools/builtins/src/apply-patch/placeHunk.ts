import { DiffFault, type DiffLine, type Hunk } from "./parseDiff.ts"
import type { SearchedFile } from "./SearchedFile.ts"
import { onLines, whyNotPlaced } from "./whyNotPlaced.ts"

/**
 * Returns the one place in the file where a hunk goes, as the number of lines before it. A hunk with an anchor that stands in the file
 * once goes to the first place after the anchor. Any other hunk has to have one place from `from` on: nothing is guessed.
 */
export const placeHunk = (file: SearchedFile, hunk: Hunk, from: number): number | DiffFault => {
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

/** Returns where the search for a hunk begins, and whether anchors name that place alone. */
const afterAnchors = (file: SearchedFile, anchors: ReadonlyArray<DiffLine>, from: number) => {
  let after = 0
  let isSure = anchors.length > 0
  for (const [index, { text, at }] of anchors.entries()) {
    const found = file.findLine(text, after, 2)
    if (found[0] === undefined) return noAnchor(at, index > 0)
    // An anchor after another one stands for the first such line after it.
    isSure &&= index > 0 || found.length === 1
    after = found[0] + 1
  }
  return { start: Math.max(from, after), isSure }
}

const noAnchor = (at: number, isNested: boolean) => {
  const where = isNested ? " after the anchor before it" : ""
  return new DiffFault(
    `the text after @@ on line ${at} of the diff is no line of the file${where}. Copy a whole line, or leave it out.`
  )
}

const severalPlaces = (file: SearchedFile, old: ReadonlyArray<string>, from: number) =>
  new DiffFault(`its lines stand in the file several times, ${onLines(file.find(old, from, 11))}. ${addContext}`)

const addContext = "Add lines around the place, or @@ and a line that stands before it and only once in the file."

const nowhere = `it only adds lines, and nothing says where. ${addContext}`
