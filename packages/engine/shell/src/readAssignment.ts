import { type Assignment, type SyntaxWord, UnreadableText } from "./Syntax.ts"

const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/
const assignedInBash = /^[A-Za-z_][A-Za-z0-9_]*(?:\+=|\[)/

/**
 * Reads an assignment before a command's name; `undefined` for any other word. Throws `UnreadableText` for an assignment
 * that shells read differently.
 */
export const readAssignment = (source: string, { start, end, pieces }: SyntaxWord): Assignment | undefined => {
  const word = source.slice(start, end)
  const name = assigned.exec(word)?.[1]
  const [first, ...rest] = pieces
  if (name === undefined || first?.kind !== "text") {
    if (assignedInBash.test(word)) throw differing()
    return undefined
  }
  const text = first.text.slice(name.length + 1)
  // zsh replaces a program's name after a second `=` by its path.
  if (/^=[\w./-]/.test(text)) throw differing()
  return { name, start, end, value: text === "" ? rest : [{ ...first, text }, ...rest] }
}

const differing = () => new UnreadableText("The text contains an assignment that shells read differently.")
