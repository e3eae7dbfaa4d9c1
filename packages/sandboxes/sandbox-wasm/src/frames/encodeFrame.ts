/** The start of a frame: the lengths of its header and body, little-endian, four bytes each. */
export const prefixBytes = 8

/** Parts of this size and above are not copied. */
const largePart = 64 * 1024

/**
 * Encodes a frame in pieces to be written in order: two lengths, a header in JSON, and a body of all parts. A small
 * frame is one piece. A large part is a separate piece, because a copy would double its memory.
 */
export const encodeFramePieces = <H extends { readonly type: string }>(
  header: H,
  parts: ReadonlyArray<Uint8Array> = []
): ReadonlyArray<Uint8Array> => {
  const pieces: Array<Uint8Array> = []
  let small: Array<Uint8Array> = [headOf(header, parts)]
  for (const part of parts) {
    if (part.length < largePart) {
      small.push(part)
    } else {
      pieces.push(joined(small), part)
      small = []
    }
  }
  if (small.length > 0) pieces.push(joined(small))
  return pieces
}

/** Encodes a frame in one piece. */
export const encodeFrame = <H extends { readonly type: string }>(
  header: H,
  parts: ReadonlyArray<Uint8Array> = []
): Buffer => Buffer.concat([headOf(header, parts), ...parts])

const headOf = (header: object, parts: ReadonlyArray<Uint8Array>): Buffer => {
  const json = JSON.stringify(header)
  // A UTF-16 unit takes at most three bytes. Most headers are short ASCII.
  const headerBytes = Buffer.byteLength(json)
  let bodyBytes = 0
  for (const part of parts) bodyBytes += part.length
  const head = Buffer.allocUnsafe(prefixBytes + headerBytes)
  head.writeUInt32LE(headerBytes, 0)
  head.writeUInt32LE(bodyBytes, 4)
  head.write(json, prefixBytes)
  return head
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
}
