/**
 * The text, or its head and its tail with what was left out stated between them: at most `bytes` of it as UTF-8, and
 * the statement.
 */
export const cutText = (text: string, bytes: number): string => {
  // No text takes more than three bytes for each of its UTF-16 units.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const encoded = Buffer.from(text)
  return cutBetween(encoded, encoded, encoded.length, bytes)
}

/**
 * The same for a text of which only the two ends are at hand: `start` begins where it begins and `end` ends where it
 * ends, each at least `bytes` long, with `all` bytes from the one to the other.
 */
export const cutBetween = (start: Buffer, end: Buffer, all: number, bytes: number): string => {
  const head = Math.floor((bytes * 3) / 4)
  const headEnd = boundary(start, head, -1)
  const tailStart = boundary(end, end.length - (bytes - head), 1)
  const left = all - headEnd - (end.length - tailStart)
  const statement = `\n[${left} of ${all} bytes left out: the limit is ${bytes} bytes]\n`
  return start.toString("utf8", 0, headEnd) + statement + end.toString("utf8", tailStart)
}

/** The nearest place, going by `step`, where a character begins. */
const boundary = (encoded: Buffer, at: number, step: 1 | -1): number => {
  let place = at
  while (((encoded[place] ?? 0) & 0b1100_0000) === 0b1000_0000) place += step
  return place
}
