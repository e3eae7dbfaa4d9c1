/** Most positions that `linesOf` returns. */
export const maxCounted = 1000

/** Returns the line numbers of occurrences of `part`, up to a limit. Occurrences may overlap. */
export const findLines = (text: string, part: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  let line = 1
  let from = 0
  for (let at = text.indexOf(part); at !== -1 && lines.length < maxCounted; at = text.indexOf(part, at + 1)) {
    for (let end = text.indexOf("\n", from); end !== -1 && end < at; end = text.indexOf("\n", from)) {
      line += 1
      from = end + 1
    }
    lines.push(line)
  }
  return lines
}
