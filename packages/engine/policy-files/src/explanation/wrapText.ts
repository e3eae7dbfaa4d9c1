import { displayWidth } from "effect/cli/CliOutput"

/** Returns a text in lines of at most `columns` columns. A longer word stays whole, so that it can be copied. */
export const wrapText = (text: string, indent: string, hanging: string, columns: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const [i, word] of text.split(/(?<=\S) (?=\S)/).entries()) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(indent + word)
    else if (i > 0 && displayWidth(last) + 1 + displayWidth(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + hanging + word)
  }
  return lines
}
