/** What a frame begins with: the length of its header and of its body, little-endian, four bytes each. */
export const prefixBytes = 8

/** Parts of at least so many bytes are not copied. */
const largePart = 64 * 1024

/**
 * A frame: two lengths, a header that is JSON, and a body of bytes, which are those of all parts in their order. It comes in
 * pieces that are to be written one after the other. A small frame is one piece, and a large part is a piece of its own, as it
 * is: a copy of it would take as much memory again.
 */
export const framePieces = <H extends { readonly type: string }>(
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

/** A frame in one piece. */
export const encodeFrame = <H extends { readonly type: string }>(
  header: H,
  parts: ReadonlyArray<Uint8Array> = []
): Buffer => Buffer.concat([headOf(header, parts), ...parts])

const headOf = (header: object, parts: ReadonlyArray<Uint8Array>): Buffer => {
  const json = JSON.stringify(header)
  // In UTF-8 a UTF-16 unit takes three bytes at most; most headers are ASCII, and short.
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
