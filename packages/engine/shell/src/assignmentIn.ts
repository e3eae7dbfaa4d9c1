import { type Assignment, type SyntaxWord, Unreadable } from "./Syntax.ts"

const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/
const assignedInBash = /^[A-Za-z_][A-Za-z0-9_]*(?:\+=|\[)/

/**
 * Returns the assignment in a word before a command's name, or `undefined` if the word is none. Throws `Unreadable` for
 * an assignment that shells read in different ways.
 */
export const assignmentIn = (source: string, { start, end, pieces }: SyntaxWord): Assignment | undefined => {
  const word = source.slice(start, end)
  const name = assigned.exec(word)?.[1]
  const [first, ...rest] = pieces
  if (name === undefined || first?.kind !== "text") {
    if (assignedInBash.test(word)) throw differing()
    return undefined
  }
  const text = first.text.slice(name.length + 1)
  // zsh takes the text after a second `=` for a program, and puts the program's path there.
  if (/^=[\w./-]/.test(text)) throw differing()
  return { name, start, end, value: text === "" ? rest : [{ ...first, text }, ...rest] }
}

const differing = () => new Unreadable("The text holds an assignment that shells read in different ways.")
