import type { LooseWord } from "./ShellPart.ts"
import type { Word } from "./Word.ts"
import type { WordPart } from "./WordPart.ts"

/** Returns the words whose values have holes, with their indexes. */
export const looseWords = (words: ReadonlyArray<Word>): { readonly loose?: ReadonlyArray<LooseWord> } => {
  const loose = words.flatMap(({ parts }, at): ReadonlyArray<LooseWord> => {
    if (parts === undefined) return []
    const pattern = patternOf(parts)
    if (pattern === undefined) return [{ at, of: "text" }]
    const isNumber = parts.every((part) => typeof part === "string" || part.of === "number")
    return [{ at, of: isNumber ? "number" : "file", pattern }]
  })
  return loose.length === 0 ? {} : { loose }
}

const special = /[\\*?[\]{}!]/g

const patternOf = (parts: ReadonlyArray<WordPart>): string | undefined => {
  let pattern = ""
  for (const part of parts) {
    if (typeof part === "string") pattern += part.replaceAll(special, "\\$&")
    else if (part.of === "text") return undefined
    else if (part.of === "path") pattern += "**"
    else if (!pattern.endsWith("*") || pattern.endsWith("\\*")) pattern += "*"
  }
  return pattern
}
