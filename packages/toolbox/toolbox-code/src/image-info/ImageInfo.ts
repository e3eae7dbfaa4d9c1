/** The facts in an image file's headers. */
export interface ImageInfo {
  readonly format: string
  /** The width as stored, in pixels. */
  readonly width: number
  readonly height: number
  /** The EXIF orientation, from the stored pixels to the image. Absent if the file has none. */
  readonly orientation?: number
  readonly frames?: number
  readonly animated?: boolean
  readonly color?: Color
  readonly alpha?: boolean
  /** Bits per channel. */
  readonly depth?: number
  /** The size of the file. */
  readonly bytes: number
}

/** The colour space of an image. */
export type Color = "gray" | "rgb" | "palette" | "ycbcr" | "cmyk"
