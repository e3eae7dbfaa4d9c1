import { fold } from "./fold.ts"

/** A pattern for one name of a path. `anyNames` matches any number of names. */
export interface NamePattern {
  /** The only match, or `undefined` for a pattern with wildcards. */
  readonly literal: string | undefined
  /** The characters, with `anyCharacters` for `"*"` and `oneCharacter` for `"?"`. */
  readonly tokens: ReadonlyArray<string | typeof anyCharacters | typeof oneCharacter>
}

/** Matches any number of characters. */
export const anyCharacters = Symbol("anyCharacters")
/** Matches exactly one character. */
export const oneCharacter = Symbol("oneCharacter")
/** The pattern `**`: any number of whole names. Compared by identity. */
export const anyNames: NamePattern = { literal: undefined, tokens: [] }

/** Makes a pattern for exactly one name. */
export const makeLiteralName = (name: string): NamePattern => ({ literal: name, tokens: [...name] })

/**
 * Parses the names of a path pattern, or returns the problem as a predicate about the pattern. `drive` is the drive of a
 * Windows path.
 */
export const parseNames = (drive: ReadonlyArray<string>, rest: string): ReadonlyArray<NamePattern> | string => {
  const names: Array<NamePattern> = drive.map(makeLiteralName)
  for (const name of rest.split("/")) {
    if (name === "" || name === ".") continue
    if (name === "..") return 'holds ".."; write where it leads'
    const parsed = parseName(name)
    if (typeof parsed === "string") return parsed
    // `**/**` matches the same as `**`.
    if (!(parsed === anyNames && names.at(-1) === anyNames)) names.push(parsed)
  }
  return names
}

const parseName = (name: string): NamePattern | string => {
  if (name === "**") return anyNames
  const tokens: Array<string | typeof anyCharacters | typeof oneCharacter> = []
  const characters = [...name]
  let literal = true
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? ""
    if (character === "\\") {
      const next = characters[++i]
      if (next === undefined) return "ends in a backslash; write two for one"
      tokens.push(next)
    } else if (character === "*") {
      literal = false
      if (tokens.at(-1) === anyCharacters) return 'holds "**" beside other characters; it stands for whole names'
      tokens.push(anyCharacters)
    } else if (character === "?") {
      literal = false
      tokens.push(oneCharacter)
    } else if ("[]{}!".includes(character) && (character !== "!" || i === 0)) {
      return `holds "${character}", which means nothing here; write "\\${character}" for the character itself`
    } else tokens.push(character)
  }
  return { literal: literal ? tokens.join("") : undefined, tokens }
}

/** Folds a pattern, for names folded with `fold`. */
export const foldNamePattern = ({ literal, tokens }: NamePattern): NamePattern => ({
  literal: literal === undefined ? undefined : fold(literal),
  tokens: tokens.map((token) => (typeof token === "string" ? fold(token) : token))
})

export const matchName = ({ literal, tokens }: NamePattern, name: string): boolean => {
  if (literal !== undefined) return literal === name
  const characters = [...name]
  let at = 0
  let character = 0
  let star = -1
  let starCharacter = 0
  while (character < characters.length) {
    const token = tokens[at]
    if (token === anyCharacters) {
      star = at++
      starCharacter = character
    } else if (token === oneCharacter || (token !== undefined && token === characters[character])) {
      at++
      character++
    } else if (star >= 0) {
      at = star + 1
      character = ++starCharacter
    } else return false
  }
  while (tokens[at] === anyCharacters) at++
  return at === tokens.length
}
