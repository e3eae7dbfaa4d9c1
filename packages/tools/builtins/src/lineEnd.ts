/** Returns the line end of a text: CRLF if all of its lines end in it, LF otherwise. */
export const lineEnd = (text: string): "\r\n" | "\n" =>
  text.includes("\r\n") && !/(?<!\r)\n/.test(text) ? "\r\n" : "\n"

/** A text to replace, and what to put in its place. */
interface Replacement {
  readonly old_text: string
  readonly new_text: string
}

/** Returns the texts of a replacement as a file with these line ends has them: LF means CRLF where all of its lines end in CRLF. */
export const inLineEnds = (end: "\r\n" | "\n", { old_text, new_text }: Replacement) => {
  const asCrlf = end === "\r\n" && !old_text.includes("\r") && !new_text.includes("\r")
  return asCrlf
    ? { old: crlf(old_text), replacement: crlf(new_text), asCrlf }
    : { old: old_text, replacement: new_text, asCrlf }
}

const crlf = (text: string) => text.replaceAll("\n", "\r\n")
