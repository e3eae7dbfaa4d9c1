import type { Color, ImageInfo } from "./ImageInfo.ts"

type Channels = Pick<ImageInfo, "frames" | "animated" | "color" | "alpha" | "depth">

/** Returns the frames and channels of an image in a web format. Omits what a damaged file lacks. */
export const readChannels = (format: string, file: Buffer): Channels => {
  switch (format) {
    case "png":
      return ofPng(file)
    case "jpeg":
      return ofJpeg(file)
    case "gif":
      return ofGif(file)
    case "webp":
      return ofWebp(file)
    default:
      return {}
  }
}

const framed = (frames: number) => ({ frames, animated: frames > 1 })

const pngColors: Readonly<Record<number, Color>> = { 0: "gray", 2: "rgb", 3: "palette", 4: "gray", 6: "rgb" }

const ofPng = (file: Buffer): Channels => {
  // Apple's tools put a chunk before the header.
  let frames = 1
  let alpha = false
  let header: Channels = {}
  for (let at = 8; at + 8 <= file.length; at += file.readUInt32BE(at) + 12) {
    const name = file.toString("latin1", at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + file.readUInt32BE(at))
    const color = data[9] === undefined ? undefined : pngColors[data[9]]
    if (name === "IHDR" && color !== undefined && data[8] !== undefined) {
      header = { color, depth: data[8] }
      alpha = data[9] === 4 || data[9] === 6
    } else if (name === "tRNS") alpha = true
    else if (name === "acTL" && data.length >= 4) frames = data.readUInt32BE(0)
    // Both chunks come before the first pixels.
    else if (name === "IDAT") break
  }
  return { ...framed(frames), ...header, ...(header.color === undefined ? {} : { alpha }) }
}

const jpegColors: Readonly<Record<number, Color>> = { 1: "gray", 3: "ycbcr", 4: "cmyk" }

const ofJpeg = (file: Buffer): Channels => {
  for (let at = 2; at + 10 <= file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    const color = jpegColors[file[at + 9] ?? 0]
    if (isFrame && color !== undefined) return { ...framed(1), color, alpha: false, depth: file[at + 4] ?? 8 }
  }
  return {}
}

const ofGif = (file: Buffer): Channels => {
  const tableBytes = (packed = 0) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1))
  const afterParts = (from: number) => {
    let at = from
    while (at < file.length && file[at] !== 0) at += (file[at] ?? 0) + 1
    return at + 1
  }
  let frames = 0
  let alpha = false
  let at = 13 + tableBytes(file[10])
  while (at < file.length && file[at] !== trailer) {
    if (file[at] === image) {
      frames += 1
      at = afterParts(at + 11 + tableBytes(file[at + 9]))
    } else if (file[at] === extension) {
      if (file[at + 1] === graphicControl && ((file[at + 3] ?? 0) & 1) === 1) alpha = true
      at = afterParts(at + 2)
    } else break
  }
  return { ...framed(frames), color: "palette", alpha, depth: 8 }
}

const image = 0x2c
const extension = 0x21
const graphicControl = 0xf9
const trailer = 0x3b

const ofWebp = (file: Buffer): Channels => {
  let frames = 0
  let alpha = false
  for (let at = 12; at + 8 <= file.length; at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) & 1)) {
    const name = file.toString("latin1", at, at + 4)
    if (name === "VP8X") alpha = ((file[at + 8] ?? 0) & 0x10) !== 0
    // After its signature, a lossless image has 28 bits of size and one alpha bit.
    else if (name === "VP8L" && frames === 0) alpha ||= ((file[at + 12] ?? 0) & 0x10) !== 0
    if (name === "ANMF") frames += 1
  }
  return { ...framed(Math.max(1, frames)), color: "rgb", alpha, depth: 8 }
}
