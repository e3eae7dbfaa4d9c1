import { detectLineEnd } from "../detectLineEnd.ts"
import { locateHunk } from "./locateHunk.ts"
import { DiffFault, type Hunk, parseDiff } from "./parseDiff.ts"
import { SearchedFile } from "./SearchedFile.ts"

/**
 * Applies a diff to a text. Yields after each hunk, so that other calls can run. Line ends, byte order mark and a missing final line end
 * are preserved.
 */
export function* applyDiff(text: string, diff: string): Generator<void, string | DiffFault> {
  const hunks = parseDiff(diff)
  if (hunks instanceof DiffFault) return hunks
  const mark = text.startsWith("\ufeff") ? "\ufeff" : ""
  const end = detectLineEnd(text)
  const lines = text.slice(mark.length).split(end)
  if (lines.length > mostLines) return new DiffFault(`The file has more than ${mostLines} lines.`)
  const file = new SearchedFile(lines)
  const after: Array<string> = []
  let copied = 0
  let from = 0
  for (const [index, hunk] of hunks.entries()) {
    const place = locateHunk(file, hunk, from)
    if (place instanceof DiffFault) {
      return new DiffFault(`Hunk ${index + 1}, on line ${hunk.at} of the diff: ${place.message}`)
    }
    copied = copyHunk(lines, hunk, place, copied, after)
    from = place + hunk.old.length
    yield
  }
  for (; copied < lines.length; copied++) after.push(lines[copied] as string)
  return mark + after.join(end)
}

/** Appends the file's new lines up to the hunk's last change. Returns the number of lines processed. */
const copyHunk = (lines: ReadonlyArray<string>, hunk: Hunk, place: number, from: number, after: Array<string>) => {
  let copied = from
  for (const { at, removed, added } of hunk.changes) {
    for (; copied < place + at; copied++) after.push(lines[copied] as string)
    for (const line of added) after.push(line)
    copied += removed
  }
  return copied
}

/** Most lines of a file that can be patched. Searching needs memory per line. */
const mostLines = 1_000_000
