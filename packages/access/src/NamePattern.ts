import { fold } from "./fold.ts"

/** A pattern for one name of a path, or for any number of them. */
export interface NamePattern {
  /** What it matches, where it matches one name only. */
  readonly literal: string | undefined
  /** Characters as they are, `"*"` as `many` and `"?"` as `one`. */
  readonly tokens: ReadonlyArray<string | typeof many | typeof one>
}

/** Any characters. */
export const many = Symbol("many")
/** One character. */
export const one = Symbol("one")
/** Any number of whole names. */
export const anyNames: NamePattern = { literal: undefined, tokens: [] }

/** A name that is written out. */
export const literalName = (name: string): NamePattern => ({ literal: name, tokens: [...name] })

/** The names of a pattern, or what is wrong with it as the end of a sentence whose subject is the pattern. */
export const parseNames = (drive: ReadonlyArray<string>, rest: string): ReadonlyArray<NamePattern> | string => {
  const names: Array<NamePattern> = drive.map(literalName)
  for (const name of rest.split("/")) {
    if (name === "" || name === ".") continue
    if (name === "..") return 'holds ".."; write where it leads'
    const parsed = parseName(name)
    if (typeof parsed === "string") return parsed
    // Two in a row match nothing that one does not.
    if (!(parsed === anyNames && names.at(-1) === anyNames)) names.push(parsed)
  }
  return names
}

const parseName = (name: string): NamePattern | string => {
  if (name === "**") return anyNames
  const tokens: Array<string | typeof many | typeof one> = []
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
      if (tokens.at(-1) === many) return 'holds "**" beside other characters; it stands for whole names'
      tokens.push(many)
    } else if (character === "?") {
      literal = false
      tokens.push(one)
    } else if ("[]{}!".includes(character) && (character !== "!" || i === 0)) {
      return `holds "${character}", which means nothing here; write "\\${character}" for the character itself`
    } else tokens.push(character)
  }
  return { literal: literal ? tokens.join("") : undefined, tokens }
}

/** A pattern for names that are compared folded. */
export const foldedName = ({ literal, tokens }: NamePattern): NamePattern => ({
  literal: literal === undefined ? undefined : fold(literal),
  tokens: tokens.map((token) => (typeof token === "string" ? fold(token) : token))
})

/** Whether a name matches. */
export const matchName = ({ literal, tokens }: NamePattern, name: string): boolean => {
  if (literal !== undefined) return literal === name
  const characters = [...name]
  let at = 0
  let character = 0
  let star = -1
  let starCharacter = 0
  while (character < characters.length) {
    const token = tokens[at]
    if (token === many) {
      star = at++
      starCharacter = character
    } else if (token === one || (token !== undefined && token === characters[character])) {
      at++
      character++
    } else if (star >= 0) {
      at = star + 1
      character = ++starCharacter
    } else return false
  }
  while (tokens[at] === many) at++
  return at === tokens.length
}
