import type { Reading } from "./Reading.ts"

/**
 * Reports characters that a person does not see, or sees otherwise than YAML reads them: controls (which YAML forbids), line
 * ends that only some programs take for one, marks that turn the direction of a text, half characters. A line can hide behind
 * each of them. True where the text may be read on.
 */
export const isReadable = (text: string, reading: Reading): boolean => {
  let readable = true
  for (const { 0: found, index } of text.matchAll(unseen)) {
    readable = false
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")
    reading.fault(index, () =>
      found === "\r"
        ? "the line ends in a carriage return alone; end lines in a line feed"
        : `the text holds the character U+${code}, which is not seen as it is read; leave it out, or escape it in double quotes`
    )
  }
  return readable
}

// What rule c-printable of YAML 1.2.2 leaves out, and of what it takes, NEL and the separators and marks of Unicode.
const unseen = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\ufffe\uffff]--[\t\n\r]]|\r(?!\n)/gv
