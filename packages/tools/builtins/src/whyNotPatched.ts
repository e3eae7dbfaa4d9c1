import { FileFailed } from "@toolgate/core"

/**
 * The failure of a patch, in words that let a model mend its next try: how often and on which lines the text stands, or
 * what nearly matches. `text` is the file as it was just before; where it does not explain the failure, that stays as it is.
 */
export const whyNotPatched = (failed: FileFailed, text: string, old: string): FileFailed => {
  const message =
    failed.reason === "NoMatch"
      ? noMatch(text, old)
      : failed.reason === "ManyMatches"
        ? manyMatches(text, old)
        : undefined
  return message === undefined ? failed : new FileFailed(failed.reason, failed.path, { message, cause: failed })
}

const noMatch = (text: string, old: string) => {
  if (text.includes(old)) return undefined
  const near = text.length > maxCompared ? undefined : nearMatch(text, old)
  return near === undefined
    ? 'The text of "old_text" does not stand in the file; read the file and copy the text exactly.'
    : `The text of "old_text" does not stand in the file, but ${near}; copy the text exactly.`
}

const manyMatches = (text: string, old: string) => {
  const found = linesOf(text, old)
  if (found.length < 2) return undefined
  const times = found.length < maxCounted ? `${found.length} times` : `at least ${maxCounted} times`
  return `The text of "old_text" stands in the file ${times}, ${onLines(found)}; give more of the text around the one you mean.`
}

/** What would have matched. Compared from the least difference to the greatest. */
const nearMatch = (text: string, old: string): string | undefined => {
  for (const { bare, difference } of looser) {
    const wanted = bare(old)
    const found = /\S/.test(wanted) ? linesOf(bare(text), wanted) : []
    if (found.length > 0) return `it would match ${onLines(found)} ${difference}`
  }
  const unnumbered = old.replace(/^\d+\t/gm, "")
  return unnumbered !== old && /\S/.test(unnumbered) && text.includes(unnumbered)
    ? "it would match without the line numbers at the beginning of its lines"
    : undefined
}

// None of these changes how many lines come before a place, so a line number found in the bare text holds for the file.
const looser = [
  { bare: (text: string) => text.replaceAll("\r\n", "\n"), difference: "but for its line ends (CRLF or LF)" },
  { bare: (text: string) => text.replace(/[^\S\n]+/g, ""), difference: "but for white space" }
]

/** The line of each place where `part` stands, overlapping ones as well, up to a bound. */
const linesOf = (text: string, part: string): ReadonlyArray<number> => {
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

const onLines = (found: ReadonlyArray<number>) => {
  const lines = [...new Set(found)]
  if (lines.length === 1) return `on line ${lines[0]}`
  const named = lines.slice(0, maxNamed).join(", ")
  return lines.length > maxNamed ? `on lines ${named} and more` : `on lines ${named}`
}

/** Bounds on the work and the words spent on an explanation. */
const maxCompared = 4 * 1024 * 1024
const maxCounted = 1000
const maxNamed = 10
