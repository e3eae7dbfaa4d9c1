import { FileFailed } from "@toolgate/core"
import { findLines, maxCounted } from "./findLines.ts"

/**
 * Explains a failed patch to the model: how often and where the text occurs, or the closest match. `text` is the file's content just
 * before. Returns the failure unchanged if this does not explain it.
 */
export const explainPatchFailure = (failed: FileFailed, text: string, old: string): FileFailed => {
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
  const found = findLines(text, old)
  if (found.length < 2) return undefined
  const times = found.length < maxCounted ? `${found.length} times` : `at least ${maxCounted} times`
  return `The file contains the text of "old_text" ${times}, ${onLines(found)}; add some of the text around the place you mean.`
}

/** Describes the closest match, trying small differences first. */
const nearMatch = (text: string, old: string): string | undefined => {
  for (const { bare, difference } of looser) {
    const wanted = bare(old)
    const found = /\S/.test(wanted) ? findLines(bare(text), wanted) : []
    if (found.length > 0) return `it would match ${onLines(found)} ${difference}`
  }
  const unnumbered = old.replace(/^\d+\t/gm, "")
  return unnumbered !== old && /\S/.test(unnumbered) && text.includes(unnumbered)
    ? "it would match without the line numbers at the beginning of its lines"
    : undefined
}

// These normalisations preserve line numbers.
const looser = [
  { bare: (text: string) => text.replaceAll("\r\n", "\n"), difference: "if line ends (CRLF or LF) were ignored" },
  { bare: (text: string) => text.replace(/[^\S\n]+/g, ""), difference: "if white space were ignored" }
]

const onLines = (found: ReadonlyArray<number>) => {
  const lines = [...new Set(found)]
  if (lines.length === 1) return `on line ${lines[0]}`
  const named = lines.slice(0, maxNamed).join(", ")
  return lines.length > maxNamed ? `on lines ${named} and more` : `on lines ${named}`
}

/** Limits on the work for an explanation and on its length. */
const maxCompared = 4 * 1024 * 1024
const maxNamed = 10
