import type { Ask, SentFile } from "@toolgate/toolbox-base/jobs"
import { impossible, readSentBytes } from "@toolgate/toolbox-base/jobs"
import { imageSize } from "image-size"
import type { ImageInfo } from "./ImageInfo.ts"
import { readChannels } from "./readChannels.ts"

/** A job that reads the headers of an image file. Decodes no pixels. */
export const describe = async (file: SentFile, _: unknown, ask: Ask): Promise<ImageInfo> => {
  const bytes = await readSentBytes(file, ask)
  const { width, height, orientation, type } = sizeOf(bytes)
  // Targa has no signature, so nearly any file could match.
  if (type === undefined || type === "tga") throw unknown
  if (!isSize(width) || !isSize(height)) throw damaged
  const format = type === "jpg" ? "jpeg" : type
  const isOriented = orientation !== undefined && orientation >= 1 && orientation <= 8
  return {
    format,
    width,
    height,
    ...(isOriented ? { orientation } : {}),
    ...readChannels(format, Buffer.from(bytes.buffer)),
    bytes: bytes.length
  }
}

const isSize = (value: number) => Number.isSafeInteger(value) && value > 0

const unknown = impossible(
  "The file is not an image of a known format: PNG, JPEG, GIF, WebP, AVIF, HEIC, TIFF, BMP, SVG, ICO, JPEG XL, JPEG 2000, PSD and a few more. The format is read from the content, not from the name."
)
const damaged = impossible("The file begins like a picture, but is damaged or cut off before it states its size.")

const sizeOf = (bytes: Uint8Array) => {
  if (bytes.length === 0) throw unknown
  try {
    return imageSize(bytes)
  } catch (error) {
    throw isUnknown(error) || isUnknownBeginning(bytes) ? unknown : damaged
  }
}

/** Whether a very short file starts like no known format. The library would read past its end. */
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
