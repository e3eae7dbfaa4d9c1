/** What a frame begins with: the length of its header and of its body, little-endian, four bytes each. */
export const prefixBytes = 8

/**
 * A frame in one piece, so that it is written at once: two lengths, a header that is JSON, and a body of bytes, which are
 * those of all parts in their order.
 */
export const encodeFrame = <H extends { readonly type: string }>(
  header: H,
  parts: ReadonlyArray<Uint8Array> = []
): Buffer => {
  const json = JSON.stringify(header)
  // In UTF-8 a UTF-16 unit takes three bytes at most; most headers are ASCII, and short.
  const headerBytes = Buffer.byteLength(json)
  let bodyBytes = 0
  for (const part of parts) bodyBytes += part.length
  const frame = Buffer.allocUnsafe(prefixBytes + headerBytes + bodyBytes)
  frame.writeUInt32LE(headerBytes, 0)
  frame.writeUInt32LE(bodyBytes, 4)
  frame.write(json, prefixBytes)
  let at = prefixBytes + headerBytes
  for (const part of parts) {
    frame.set(part, at)
    at += part.length
  }
  return frame
}
