import { mostBytes } from "@toolgate/toolbox-base/jobs"

/** The content of a file as a result: text if it is UTF-8, or else Base64. */
export interface Content {
  readonly bytes: number
  readonly text?: string
  readonly base64?: string
  readonly cut: boolean
}

/** Returns the start of a file as a result of at most 64 KiB. */
export const readContent = (head: Uint8Array, size: number): Content => {
  const text = head.includes(0) ? undefined : textOf(head, head.length < size)
  if (text !== undefined) {
    const kept = fitting(text)
    const bytes = Buffer.byteLength(kept)
    return { bytes, text: kept, cut: bytes < size }
  }
  const kept = head.subarray(0, Math.floor((room * 3) / 4))
  return { bytes: kept.length, base64: Buffer.from(kept).toString("base64"), cut: kept.length < size }
}

/** The bytes left for the content beside the other members. */
const room = mostBytes - 8 * 1024

/** Decodes UTF-8. A truncated file may end within a character. */
const textOf = (head: Uint8Array, isCut: boolean): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(head, { stream: isCut })
  } catch {
    return undefined
  }
}

/** Returns the longest start of a text that fits as JSON, where escapes make some characters longer. */
const fitting = (text: string): string => {
  let kept = text
  while (Buffer.byteLength(JSON.stringify(kept)) > room)
    kept = kept.slice(
      0,
      Math.min(kept.length - 1, Math.floor((kept.length * room) / Buffer.byteLength(JSON.stringify(kept))))
    )
  return kept.isWellFormed() ? kept : kept.slice(0, -1)
}
