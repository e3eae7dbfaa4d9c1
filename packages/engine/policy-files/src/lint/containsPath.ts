import { fold, PathPattern } from "@toolgate/core/access"

/** A path pattern for a comparison: its text, and how its rule reads the text. */
export interface WrittenPath {
  readonly text: string
  /**
   * Whether the pattern belongs to a deny or ask rule. Such a pattern ignores case, and may begin anywhere if it begins
   * with `**`.
   */
  readonly wide: boolean
}

/**
 * Whether every path that the inner pattern matches is also matched by the outer pattern. False if that is uncertain.
 */
export const containsPath = (outer: WrittenPath, inner: WrittenPath): boolean => {
  const folded = outer.wide
  // The outer pattern matches one spelling of a path; the inner pattern matches all of them.
  if (inner.wide && !outer.wide) return false
  const [o, i] = [namesOf(outer, folded), namesOf(inner, folded)]
  if (o === undefined || i === undefined) return false
  if (o.fromRoot === i.fromRoot) return includes(o.names, i.names, folded)
  // The inner pattern begins at a workspace, which may lie anywhere.
  return o.fromRoot && includes(o.names, ["**", ...i.names], folded)
}

interface Names {
  readonly fromRoot: boolean
  readonly names: ReadonlyArray<string>
}

const namesOf = ({ text, wide }: WrittenPath, folded: boolean): Names | undefined => {
  if (/^[A-Za-z]:[\\/]/.test(text)) return undefined
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  return {
    fromRoot: text.startsWith("/") || (wide && text.startsWith("**")),
    names: folded ? names.map(folding) : names
  }
}

// Folding may change the number of characters in a name, which "?" counts.
const folding = (name: string): string => (/^[\0-\x7f]*$/.test(name) && !name.includes("?") ? fold(name) : name)

const includes = (outer: ReadonlyArray<string>, inner: ReadonlyArray<string>, folded: boolean): boolean => {
  // Dynamic programming from the ends of both lists: a cell says whether outer[o..] includes inner[i..].
  let below = inner.map(() => false).concat(true)
  for (let o = outer.length - 1; o >= 0; o--) {
    const row = new Array<boolean>(inner.length + 1).fill(false)
    for (let i = inner.length; i >= 0; i--) {
      const rest = inner[i]
      if (outer[o] === "**") row[i] = below[i] === true || (rest !== undefined && row[i + 1] === true)
      else row[i] = rest !== undefined && below[i + 1] === true && includesName(outer[o] ?? "", rest, folded)
    }
    below = row
  }
  return below[0] === true
}

const includesName = (outer: string, inner: string, folded: boolean): boolean => {
  if (inner === "**") return false
  if (outer === inner || outer === "*") return true
  if (/[*?]/.test(inner.replaceAll(/\\./gu, ""))) return false
  const pattern = PathPattern.parse(outer, { folded })
  return typeof pattern === "object" && pattern.matches(`/${inner.replaceAll(/\\(.)/gu, "$1")}`, "/")
}
