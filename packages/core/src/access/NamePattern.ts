import { fold } from "./fold.ts"

/** A pattern for one name of a path. The value `anyNames` stands for any number of names. */
export interface NamePattern {
  /** The only name that the pattern matches, or `undefined` for a pattern with wildcards. */
  readonly literal: string | undefined
  /** The characters of the pattern, with `anyCharacters` for `"*"` and `oneCharacter` for `"?"`. */
  readonly tokens: ReadonlyArray<string | typeof anyCharacters | typeof oneCharacter>
}

/** A token that matches any number of characters. */
export const anyCharacters = Symbol("anyCharacters")
/** A token that matches exactly one character. */
export const oneCharacter = Symbol("oneCharacter")
/** The pattern of `**`, which matches any number of whole names. Recognised by identity. */
export const anyNames: NamePattern = { literal: undefined, tokens: [] }

/** Returns the pattern that matches exactly one name. */
export const makeLiteralName = (name: string): NamePattern => ({ literal: name, tokens: [...name] })

/**
 * Returns the patterns for the names of a path pattern, or a text that says what is wrong: the end of a sentence whose
 * subject is the pattern. `drive` holds the drive of a Windows path, if the pattern begins with a drive.
 */
export const parseNames = (drive: ReadonlyArray<string>, rest: string): ReadonlyArray<NamePattern> | string => {
  const names: Array<NamePattern> = drive.map(makeLiteralName)
  for (const name of rest.split("/")) {
    if (name === "" || name === ".") continue
    if (name === "..") return 'holds ".."; write where it leads'
    const parsed = parseName(name)
    if (typeof parsed === "string") return parsed
    // Two `**` in a row match nothing that a single `**` does not match.
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

/** Returns a pattern for names that were folded with `fold`. */
export const foldNamePattern = ({ literal, tokens }: NamePattern): NamePattern => ({
  literal: literal === undefined ? undefined : fold(literal),
  tokens: tokens.map((token) => (typeof token === "string" ? fold(token) : token))
})

/** Whether a name matches a pattern for one name. */
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
