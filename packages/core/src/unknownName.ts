import { nearest } from "./nearest.ts"
import { quoted } from "./quoted.ts"

/**
 * Returns the message about an unknown name, with the most similar known name, or otherwise with the known names, of
 * which at most 20 are listed. `where` follows the name, and `prefix` is written before every name.
 */
export const unknownName = (
  kind: string,
  name: string,
  names: ReadonlyArray<string>,
  { where = "", prefix = "" }: { readonly where?: string; readonly prefix?: string } = {}
): string => {
  const unknown = `unknown ${kind} ${quoted(prefix + name)}${where === "" ? "" : ` ${where}`}`
  // The comparison is limited: comparing every problem of a large file with every name would take seconds.
  const meant = nearest(name, names.slice(0, 2000))
  if (meant !== undefined) return `${unknown}; did you mean ${quoted(prefix + meant)}?`
  if (names.length === 0) return `${unknown}; none is defined`
  const shown = names.slice(0, 20).map((each) => quoted(prefix + each).slice(1, -1))
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`)
  return `${unknown}; there ${names.length === 1 ? "is" : "are"} ${listed(shown)}`
}

const listed = (names: ReadonlyArray<string>): string =>
  names.length === 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
