import { FileFailed, ToolValidationError } from "@toolgate/core"
import { inLineEnds } from "../lineEnd.ts"
import { linesOf } from "../linesOf.ts"
import { whyNotPatched } from "../whyNotPatched.ts"
import type { Edit } from "./Edit.ts"

/** The outcome of an edit. */
interface Edited {
  readonly text: string
  /** The line where the first replaced text began, and how many places were replaced. */
  readonly line: number
  readonly replaced: number
}

/** Applies an edit to a text, or returns why that cannot be done. Places that overlap count as several, unless all are replaced. */
export const applyEdit = (
  text: string,
  edit: Edit,
  { path, end }: { readonly path: string; readonly end: "\r\n" | "\n" }
): Edited | FileFailed | ToolValidationError => {
  if (edit.old_text === edit.new_text)
    return new ToolValidationError({ message: '"old_text" and "new_text" are the same.' })
  const { old, replacement } = inLineEnds(end, edit)
  const lines = linesOf(text, old)
  const [line] = lines
  if (line === undefined) return whyNotPatched(new FileFailed("NoMatch", path), text, old)
  if (lines.length > 1 && edit.replace_all !== true)
    return whyNotPatched(new FileFailed("ManyMatches", path), text, old)
  const replaced = edit.replace_all === true ? placesOf(text, old) : 1
  if (replaced > mostPlaces)
    return new ToolValidationError({
      message: `The text stands in more than ${mostPlaces} places; write the file anew.`
    })
  if (text.length + replaced * (replacement.length - old.length) > mostCharacters)
    return new ToolValidationError({ message: `The file would have more than ${mostCharacters} characters.` })
  // Given as a function, the replacement has no signs that mean something else, such as "$&".
  const after = replaced === 1 ? text.replace(old, () => replacement) : text.replaceAll(old, () => replacement)
  return { text: after, line, replaced }
}

const placesOf = (text: string, old: string): number => {
  let places = 0
  for (let at = text.indexOf(old); at !== -1 && places <= mostPlaces; at = text.indexOf(old, at + old.length))
    places += 1
  return places
}

const mostPlaces = 100_000
const mostCharacters = 64 * 1024 * 1024
