/**
 * Returns a string of at most `bytes` UTF-8 bytes unchanged. Cuts a longer text to its head and tail, with a note between
 * them that says how much is missing. The result has at most `bytes` bytes.
 */
export const cutText = (text: string, bytes: number): string => {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const encoded = Buffer.from(text)
  return cutBetween(encoded, encoded, encoded.length, bytes)
}

/**
 * Cuts a text from its two ends alone. `all`: the bytes of the whole text. `start` and `end`: its ends, each at least
 * `bytes` long.
 */
export const cutBetween = (start: Buffer, end: Buffer, all: number, bytes: number): string => {
  const head = Math.floor((bytes * 3) / 4)
  const headEnd = boundary(start, head, -1)
  const tailStart = boundary(end, end.length - (bytes - head), 1)
  const left = all - headEnd - (end.length - tailStart)
  const statement = `\n[${left} of ${all} bytes left out: the limit is ${bytes} bytes]\n`
  return start.toString("utf8", 0, headEnd) + statement + end.toString("utf8", tailStart)
}

/** Returns the nearest character boundary in the direction of `step`. */
const boundary = (encoded: Buffer, at: number, step: 1 | -1): number => {
  let place = at
  while (((encoded[place] ?? 0) & 0b1100_0000) === 0b1000_0000) place += step
  return place
}
