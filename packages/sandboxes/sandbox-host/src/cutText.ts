/**
 * Returns the text if it takes at most `bytes` bytes of UTF-8. Returns its head and its tail otherwise, together at
 * most `bytes` long, with a statement between them of how much was left out.
 */
export const cutText = (text: string, bytes: number): string => {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const encoded = Buffer.from(text)
  return cutBetween(encoded, encoded, encoded.length, bytes)
}

/**
 * Cuts a text of which only the two ends are at hand. The whole text is `all` bytes long; `start` is its beginning and
 * `end` its end, each at least `bytes` long.
 */
export const cutBetween = (start: Buffer, end: Buffer, all: number, bytes: number): string => {
  const head = Math.floor((bytes * 3) / 4)
  const headEnd = boundary(start, head, -1)
  const tailStart = boundary(end, end.length - (bytes - head), 1)
  const left = all - headEnd - (end.length - tailStart)
  const statement = `\n[${left} of ${all} bytes left out: the limit is ${bytes} bytes]\n`
  return start.toString("utf8", 0, headEnd) + statement + end.toString("utf8", tailStart)
}

/** Returns the nearest place, going by `step`, where a character begins. */
const boundary = (encoded: Buffer, at: number, step: 1 | -1): number => {
  let place = at
  while (((encoded[place] ?? 0) & 0b1100_0000) === 0b1000_0000) place += step
  return place
}
