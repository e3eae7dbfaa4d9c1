/** Returns CRLF if all lines of the text end with it, else LF. */
export const detectLineEnd = (text: string): "\r\n" | "\n" =>
  text.includes("\r\n") && !/(?<!\r)\n/.test(text) ? "\r\n" : "\n"

/** A text and its replacement. */
interface Replacement {
  readonly old_text: string
  readonly new_text: string
}

/** Converts LF in a replacement to the line ends of the file. */
export const convertLineEnds = (end: "\r\n" | "\n", { old_text, new_text }: Replacement) => {
  const asCrlf = end === "\r\n" && !old_text.includes("\r") && !new_text.includes("\r")
  return asCrlf
    ? { old: crlf(old_text), replacement: crlf(new_text), asCrlf }
    : { old: old_text, replacement: new_text, asCrlf }
}

const crlf = (text: string) => text.replaceAll("\n", "\r\n")
