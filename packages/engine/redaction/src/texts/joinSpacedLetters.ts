import { type View, ViewBuilder } from "./View.ts"

/** Joins letters that are shown with blanks between them. */
export const joinSpacedLetters = (text: string): View | undefined => {
  const builder = new ViewBuilder()
  let isAny = false
  for (const { 0: found, index } of text.matchAll(/(?<!\S)(?:\S {1,4}){9,}\S(?!\S)/g)) {
    isAny = true
    for (let at = 0; at < found.length; at++)
      if (found.charAt(at) !== " ") builder.add(found.charAt(at), index + at, index + at + 1)
    builder.add("\n", index + found.length, index + found.length)
  }
  return isAny ? builder.view() : undefined
}
