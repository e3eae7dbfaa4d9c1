/** A line of input without its end, or a sentence about why it is not text. */
export type InputLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly fault: string }

/** Longest line that is read, in bytes. */
export const longestLine = 1024 * 1024

/**
 * Returns the lines of a UTF-8 stream as they arrive, numbered from 1. A line that is too long or not UTF-8 becomes a fault, and reading
 * continues. Runs in linear time.
 */
export async function* readInputLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<InputLine, void, void> {
  let number = 1
  let parts: Array<Uint8Array> = []
  let length = 0
  const keep = (part: Uint8Array) => {
    length += part.length
    // A line that is too long is counted but not stored.
    if (length > longestLine) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const end = (): InputLine => {
    const line = lineOf(number++, parts, length)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      yield end()
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield end()
}

const lineFeed = 0x0a

const lineOf = (number: number, parts: ReadonlyArray<Uint8Array>, length: number): InputLine => {
  if (length > longestLine)
    return { number, fault: `The line is longer than ${longestLine} bytes; send less in one request.` }
  try {
    return { number, text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)) }
  } catch {
    return { number, fault: "The line is not UTF-8; send requests as JSON text in UTF-8." }
  }
}
