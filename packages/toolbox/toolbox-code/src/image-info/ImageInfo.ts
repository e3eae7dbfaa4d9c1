/** The facts about a picture that its file states. */
export interface ImageInfo {
  readonly format: string
  /** The width of the pixels as they are stored, in pixels. */
  readonly width: number
  readonly height: number
  /** The way from the stored pixels to the picture, as EXIF counts it. Absent if the file does not say one. */
  readonly orientation?: number
  readonly frames?: number
  readonly animated?: boolean
  readonly color?: Color
  readonly alpha?: boolean
  /** Bits of each channel. */
  readonly depth?: number
  /** The size of the file. */
  readonly bytes: number
}

/** The channels of a picture. */
export type Color = "gray" | "rgb" | "palette" | "ycbcr" | "cmyk"
