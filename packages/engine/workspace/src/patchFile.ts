import { FileFailed, type Patched } from "@toolgate/core"
import { decodeText, encodeText, readContent, requireRegularFile } from "./content.ts"
import type { PathEnd } from "./PathEnd.ts"
import { replaceFile } from "./replaceFile.ts"
import type { Steps } from "./runOperation.ts"

/**
 * Replaces the only occurrence of `old` in a file. Restarts if another process writes the file meanwhile. Fails with
 * "NoMatch" or "ManyMatches" if `old` does not occur exactly once.
 */
export function* patchFile(place: PathEnd, path: string, old: string, replacement: string): Steps<Patched> {
  const { stats } = requireRegularFile(place, path)
  if (old === "") throw new FileFailed("NoMatch", path, { message: "The text to replace is empty." })
  const text = decodeText(yield* readContent(place, path), path)
  const index = onlyIndexOf(text, old, path)
  const patched = text.slice(0, index) + replacement + text.slice(index + old.length)
  const written = yield* replaceFile(place, path, encodeText(patched, path), stats)
  return { ...written, line: lineAt(text, index) }
}

const onlyIndexOf = (text: string, old: string, path: string): number => {
  const index = text.indexOf(old)
  if (index === -1) throw new FileFailed("NoMatch", path)
  if (text.indexOf(old, index + 1) === -1) return index
  const lines = firstIndexes(text, old).map((at) => lineAt(text, at))
  throw new FileFailed("ManyMatches", path, { message: manyMatches(lines) })
}

const named = 5

const firstIndexes = (text: string, old: string) => {
  const indexes: Array<number> = []
  for (let at = text.indexOf(old); at !== -1 && indexes.length <= named; at = text.indexOf(old, at + 1))
    indexes.push(at)
  return indexes
}

const manyMatches = (lines: ReadonlyArray<number>) =>
  `The text to replace occurs more than once in the file, on lines ${lines.slice(0, named).join(", ")}${
    lines.length > named ? " and further down" : ""
  }; give more of the text around it.`

const lineAt = (text: string, index: number): number => {
  let line = 1
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line++
  return line
}
