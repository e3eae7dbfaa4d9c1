/** A literal character, or the wildcards `*` and `?`. */
type Token = { readonly literal: string } | "many" | "one"

/**
 * Whether a path pattern matches a path, by trying everything. `folded`: whether case and the spellings of Unicode are
 * ignored. `undefined`: the pattern is invalid.
 */
export const pathMatches = (text: string, path: string, from: string, folded: boolean): boolean | undefined => {
  const asWritten = matchesAs(text, path, from, false)
  return asWritten === false && folded ? matchesAs(text, path, from, true) : asWritten
}

const matchesAs = (text: string, path: string, from: string, folded: boolean): boolean | undefined => {
  const patterns = patternNames(text, folded)
  if (patterns === undefined) return undefined
  const names = namesOf(path, folded)
  if (text.startsWith("/")) return namesMatch(patterns, names)
  const base = namesOf(from, folded)
  const beneath = base.every((name, i) => name.join("") === names[i]?.join(""))
  return beneath && namesMatch(patterns, names.slice(base.length))
}

/** Whether a text is a valid pattern. */
export const isPathPattern = (text: string): boolean => patternNames(text, false) !== undefined

const patternNames = (text: string, folded: boolean): ReadonlyArray<ReadonlyArray<Token> | "any"> | undefined => {
  if (text === "") return undefined
  const names: Array<ReadonlyArray<Token> | "any"> = []
  for (const name of text.split("/")) {
    if (name === "" || name === ".") continue
    if (name === "**") {
      names.push("any")
      continue
    }
    const tokens = name === ".." ? undefined : tokensOf(charactersOf(name, folded))
    if (tokens === undefined) return undefined
    names.push(tokens)
  }
  return names
}

const tokensOf = (characters: ReadonlyArray<string>): ReadonlyArray<Token> | undefined => {
  const tokens: Array<Token> = []
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? ""
    if (character === "\\") {
      const next = characters[i + 1]
      if (next === undefined) return undefined
      tokens.push({ literal: next })
      i++
    } else if (character === "*") {
      if (tokens.at(-1) === "many") return undefined
      tokens.push("many")
    } else if (character === "?") tokens.push("one")
    else if ("[]{}".includes(character) || (character === "!" && i === 0)) return undefined
    else tokens.push({ literal: character })
  }
  return tokens
}

const namesMatch = (
  patterns: ReadonlyArray<ReadonlyArray<Token> | "any">,
  names: ReadonlyArray<ReadonlyArray<string>>
): boolean => {
  const [first, ...rest] = patterns
  if (first === undefined) return names.length === 0
  if (first === "any") return namesMatch(rest, names) || (names.length > 0 && namesMatch(patterns, names.slice(1)))
  const [name, ...others] = names
  return name !== undefined && nameMatches(first, name) && namesMatch(rest, others)
}

const nameMatches = (tokens: ReadonlyArray<Token>, name: ReadonlyArray<string>): boolean => {
  const [first, ...rest] = tokens
  if (first === undefined) return name.length === 0
  if (first === "many") return nameMatches(rest, name) || (name.length > 0 && nameMatches(tokens, name.slice(1)))
  const [character, ...others] = name
  if (character === undefined || (first !== "one" && first.literal !== character)) return false
  return nameMatches(rest, others)
}

const namesOf = (path: string, folded: boolean): ReadonlyArray<ReadonlyArray<string>> =>
  path
    .split("/")
    .filter((name) => name !== "")
    .map((name) => charactersOf(name, folded))

/** Returns the characters of a name, each folded by itself, so that a piece of a name is folded as within the name. */
const charactersOf = (name: string, folded: boolean): ReadonlyArray<string> =>
  folded ? [...name.normalize("NFC")].map(foldCharacter) : [...name]

const foldCharacter = (character: string): string => {
  const folded = character.toUpperCase().toLowerCase()
  return [...folded].length === 1 ? folded : character.toLowerCase()
}

/** Whether a path is a root or lies beneath it: it begins with exactly the names of the root. */
export const liesBeneath = (path: string, root: string): boolean => {
  const names = path.split("/").filter((name) => name !== "")
  return root
    .split("/")
    .filter((name) => name !== "")
    .every((name, i) => name === names[i])
}
