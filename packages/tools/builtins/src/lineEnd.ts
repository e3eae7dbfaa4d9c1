/** Returns the line end of a text: CRLF if all of its lines end in it, LF otherwise. */
export const lineEnd = (text: string): "\r\n" | "\n" =>
  text.includes("\r\n") && !/(?<!\r)\n/.test(text) ? "\r\n" : "\n"
