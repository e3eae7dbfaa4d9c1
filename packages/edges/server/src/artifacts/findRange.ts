/** A range of bytes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a `Range` header (RFC 9110). Returns `undefined` if all bytes are meant, because the header is absent, names
 * several ranges or cannot be read, and "none" if its range has no bytes.
 */
export const findRange = (header: string | undefined, size: number): ByteRange | "none" | undefined => {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "") ?? []
  if (first === "" && last === "") return undefined
  if (first === "") {
    const length = Math.min(Number(last), size)
    return length === 0 ? "none" : { start: size - length, end: size }
  }
  const [start, end] = [Number(first), last === "" ? size : Math.min(Number(last) + 1, size)]
  if (last !== "" && Number(last) < start) return undefined
  return start >= size ? "none" : { start, end }
}
