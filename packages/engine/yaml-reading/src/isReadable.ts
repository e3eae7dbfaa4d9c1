import type { FileReading } from "./FileReading.ts"

/**
 * Whether a person sees the text as YAML reads it. Reports every other character: control characters, which YAML
 * forbids, line ends that only some programs recognise, marks that change the text direction, and lone surrogates.
 * Each of them can hide a line.
 */
export const isReadable = (text: string, reading: FileReading): boolean => {
  let readable = true
  for (const { 0: found, index } of text.matchAll(unseen)) {
    readable = false
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")
    reading.fault(index, () =>
      found === "\r"
        ? "the line ends in a carriage return alone; end lines in a line feed"
        : `the text contains the character U+${code}, which is not visible as it is read; remove it, or escape it in double quotes`
    )
  }
  return readable
}

// The characters that rule c-printable of YAML 1.2.2 excludes, and, of those that the rule accepts, NEL and the
// separators and marks of Unicode.
const unseen = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\ufffe\uffff]--[\t\n\r]]|\r(?!\n)/gv
