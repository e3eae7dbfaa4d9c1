import { imageSize } from "image-size"
import { impossible } from "../../worker/JobFailed.ts"
import { channelsOf } from "./channelsOf.ts"
import type { ImageInfo } from "./ImageInfo.ts"

/** A job that returns what the file of a picture states about it. Decodes no pixel. */
export const describe = ({ bytes: received }: { readonly bytes: Uint8Array }): ImageInfo => {
  // The library reads past the end of an array that is a part of a message.
  const bytes = new Uint8Array(received)
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
    ...channelsOf(format, Buffer.from(bytes.buffer))
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
    throw error instanceof TypeError && /unsupported file type/.test(error.message) ? unknown : damaged
  }
}
