import { FileLines } from "./FileLines.ts"
import { DiffFault, type DiffLine } from "./parseDiff.ts"
import type { SearchedFile } from "./SearchedFile.ts"

/** Returns why the lines of a hunk do not stand in the file from `from` on, with what nearly matches. */
export const whyNotPlaced = (file: SearchedFile, old: ReadonlyArray<DiffLine>, from: number): DiffFault => {
  const texts = old.map(({ text }) => text)
  return new DiffFault(`${elsewhere(file, texts, from) ?? spaced(file, texts, from) ?? broken(file, old, texts, from)}`)
}

const elsewhere = (file: SearchedFile, texts: ReadonlyArray<string>, from: number) => {
  const found = from === 0 ? [] : file.find(texts, 0, mostNamed + 1)
  if (found.length === 0) return undefined
  return `its lines stand ${onLines(found)}, and it may begin on line ${from + 1} at the earliest. ${inOrder}`
}

const spaced = (file: SearchedFile, texts: ReadonlyArray<string>, from: number) => {
  if (texts.every((text) => text.trim() === "")) return undefined
  const bare = new FileLines(file.lines, (line) => line.replace(/\s+/g, ""))
  const found = bare.find(texts, from, mostNamed + 1)
  return found.length === 0
    ? undefined
    : `its lines would match ${onLines(found)} if white space did not count. ${copy}`
}

const broken = (file: SearchedFile, old: ReadonlyArray<DiffLine>, texts: ReadonlyArray<string>, from: number) => {
  const { count, place } = file.loose.longestStart(texts, from)
  const missing = old[count]?.at
  const after = from > 0 ? ` from line ${from + 1} on` : ""
  if (count === 0) return `line ${missing} of the diff is no line of the file${after}. ${copy}`
  const stand = count === 1 ? "line stands" : `${count} lines stand`
  const next = place + count >= file.end ? "the file ends there" : `line ${place + count + 1} of the file differs`
  return `its first ${stand} on line ${place + 1}, but line ${missing} of the diff does not follow: ${next}. ${copy}`
}

/** Returns the lines of places in words. */
export const onLines = (places: ReadonlyArray<number>): string => {
  const numbers = places.slice(0, mostNamed).map((place) => place + 1)
  if (places.length === 1) return `on line ${numbers[0]}`
  return `on lines ${numbers.join(", ")}${places.length > mostNamed ? " and more" : ""}`
}

const mostNamed = 10

const copy = "Read the file and copy its lines exactly."

const inOrder = "Hunks have the order of the file, and share no lines."
