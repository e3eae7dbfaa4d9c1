import { FileFailed } from "@toolgate/core"
import { linesOf, maxCounted } from "./linesOf.ts"

/**
 * Returns the failure of a patch in words that help a model with its next try: how often and on which lines the file contains the text, or
 * what nearly matches. `text` is the file as it was just before. If it does not explain the failure, the failure is returned as it was.
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
    ? 'The file does not contain the text of "old_text"; read the file and copy the text exactly.'
    : `The file does not contain the text of "old_text", but ${near}; copy the text exactly.`
}

const manyMatches = (text: string, old: string) => {
  const found = linesOf(text, old)
  if (found.length < 2) return undefined
  const times = found.length < maxCounted ? `${found.length} times` : `at least ${maxCounted} times`
  return `The file contains the text of "old_text" ${times}, ${onLines(found)}; add some of the text around the place you mean.`
}

/** Returns what nearly matches, in words. Small differences are tried before great ones. */
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

// None of these changes the number of lines before a place, so that a line number in the bare text holds for the file.
const looser = [
  { bare: (text: string) => text.replaceAll("\r\n", "\n"), difference: "if line ends (CRLF or LF) did not count" },
  { bare: (text: string) => text.replace(/[^\S\n]+/g, ""), difference: "if white space did not count" }
]

const onLines = (found: ReadonlyArray<number>) => {
  const lines = [...new Set(found)]
  if (lines.length === 1) return `on line ${lines[0]}`
  const named = lines.slice(0, maxNamed).join(", ")
  return lines.length > maxNamed ? `on lines ${named} and more` : `on lines ${named}`
}

/** The bounds on the work for an explanation, and on its words. */
const maxCompared = 4 * 1024 * 1024
const maxNamed = 10
