import type { Ask, SentFile } from "@toolgate/toolbox-base/jobs"
import { bytesOf, impossible } from "@toolgate/toolbox-base/jobs"
import { imageSize } from "image-size"
import { channelsOf } from "./channelsOf.ts"
import type { ImageInfo } from "./ImageInfo.ts"

/** A job that returns what the file of a picture states about it. Decodes no pixel. */
export const describe = async (file: SentFile, _: unknown, ask: Ask): Promise<ImageInfo> => {
  const bytes = await bytesOf(file, ask)
  const { width, height, orientation, type } = sizeOf(bytes)
  // A picture of Targa has no mark: nearly any file could be one.
  if (type === undefined || type === "tga") throw unknown
  if (!isSize(width) || !isSize(height)) throw damaged
  const format = type === "jpg" ? "jpeg" : type
  const isOriented = orientation !== undefined && orientation >= 1 && orientation <= 8
  return {
    format,
    width,
    height,
    ...(isOriented ? { orientation } : {}),
    ...channelsOf(format, Buffer.from(bytes.buffer)),
    bytes: bytes.length
  }
}

const isSize = (value: number) => Number.isSafeInteger(value) && value > 0

const unknown = impossible(
  "The file is no picture of a format that is known here: PNG, JPEG, GIF, WebP, AVIF, HEIC, TIFF, BMP, SVG, ICO, JPEG XL, JPEG 2000, PSD and a few more. Its content says the format, not its name."
)
const damaged = impossible("The file begins like a picture, and is damaged or cut off before it states its size.")

const sizeOf = (bytes: Uint8Array) => {
  if (bytes.length === 0) throw unknown
  try {
    return imageSize(bytes)
  } catch (error) {
    throw isUnknown(error) || isUnknownBeginning(bytes) ? unknown : damaged
  }
}

/** Whether a file that is shorter than the marks of formats begins like none: to compare them would end beyond it. */
const isUnknownBeginning = (bytes: Uint8Array): boolean => {
  if (bytes.length >= longestMark) return false
  const padded = new Uint8Array(longestMark)
  padded.set(bytes)
  try {
    imageSize(padded)
    return false
  } catch (error) {
    return isUnknown(error)
  }
}

const longestMark = 512

const isUnknown = (error: unknown): boolean => error instanceof TypeError && /unsupported file type/.test(error.message)
