import { inflateSync } from "node:zlib"
import type { ToolExecution } from "@toolgate/core"
import { testTool } from "@toolgate/toolbox-testing"
import sixelLibrary from "sixel"
import { expect, it } from "vitest"
import { plotSixel } from "../src/index.ts"
import { findTicks } from "../src/plot-sixel/findTicks.ts"

const many = Array.from({ length: 100_000 }, (_, at) => Math.sin(at * at))

/** Returns a function that reads the colour of a PNG's pixel from its palette. */
const pixelsOf = (png: Buffer) => {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    chunks.set(png.toString("latin1", at + 4, at + 8), data)
  }
  const [header = Buffer.alloc(8), palette = Buffer.alloc(0)] = [chunks.get("IHDR"), chunks.get("PLTE")]
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rows = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))
  const at = (x: number, y: number) => [...palette.subarray((rows[y * (width + 1) + 1 + x] ?? 0) * 3).subarray(0, 3)]
  return { width, height, at }
}

const blocksOf = ({ output: { content } }: ToolExecution) => {
  const [image, file] = content
  if (image?.type !== "image" || file?.type !== "file") throw new Error("There is no picture.")
  return { image, png: Buffer.from(image.base64, "base64"), file, sixel: Buffer.from(file.base64 ?? "", "base64") }
}

testTool(plotSixel, {
  good: {
    name: "paints the same picture as PNG and as Sixel, and escapes no terminal",
    args: { series: [{ name: "up", y: [0, 1] }, { y: [1, 0] }], width_px: 200, height_px: 100 },
    text: "blue: up: 2 points, y from 0 to 1\nvermilion: series 2: 2 points, y from 0 to 1",
    check: (answer) => {
      const { image, png, file, sixel } = blocksOf(answer)
      expect([image.mediaType, file.mediaType]).toEqual(["image/png", "image/x-sixel"])
      const { width, height, at } = pixelsOf(png)
      expect([width, height, at(0, 0)]).toEqual([200, 100, [255, 255, 255]])
      expect(at(195, 4)).toEqual([0, 114, 178])
      expect(at(32, 4)).toEqual([213, 94, 0])
      const decoded = sixelLibrary.decode(sixel.subarray(sixel.indexOf("q") + 1, sixel.lastIndexOf("\u001b")))
      expect([decoded.width, decoded.height]).toEqual([200, 100])
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const [red = 0] = at(x, y)
          // Sixel has 101 steps per colour channel.
          expect(Math.abs(((decoded.data32[y * decoded.width + x] ?? 0) & 255) - red)).toBeLessThanOrEqual(3)
        }
      expect(JSON.stringify(answer.output)).not.toContain("\\u001b")
    }
  },
  edge: [
    {
      name: "paints one point in the smallest picture",
      args: { series: [{ y: [5] }], width_px: 64, height_px: 64, colors: 4 },
      text: "blue: series 1: 1 point"
    },
    {
      name: "uses a colour again where there are too few",
      args: { series: [{ y: [1] }, { y: [2] }], colors: 4 },
      text: /^blue: series 1.*\nblue: series 2/m
    },
    { name: "counts gaps", args: { series: [{ y: [1, null] }] }, text: "1 skipped" },
    { name: "paints the largest numbers", args: { series: [{ y: [-1.7e308, 1.7e308] }] }, text: "2 points" }
  ],
  bad: [
    { name: "no series", args: { series: [] }, says: "series" },
    { name: "a series without points", args: { series: [{ y: [] }] }, says: "Series 1 has no points" },
    { name: "a picture that is too large", args: { series: [{ y: [1] }], width_px: 2001 }, says: "width_px" },
    { name: "a picture that is too small", args: { series: [{ y: [1] }], height_px: 63 }, says: "height_px" },
    { name: "too few colours", args: { series: [{ y: [1] }], colors: 3 }, says: "colors" },
    { name: "an escape for a number", args: { series: [{ y: ["\u001b[2J"] }] }, says: "is not a number" }
  ],
  cancel: { args: { series: Array(9).fill({ y: many }), width_px: 2000, height_px: 2000 } },
  worst: {
    args: { series: Array(9).fill({ y: many }), width_px: 2000, height_px: 2000 },
    ends: ["limit", "result", "failure"]
  }
})

it.each([
  [0, 10, 5, [0, 2, 4, 6, 8, 10]],
  [-0.3, 0.3, 4, [-0.2, 0, 0.2]],
  [1e-9, 2e-9, 2, [1e-9, 1.5e-9, 2e-9]]
])("has round numbers between %d and %d", (from, to, most, expected) => {
  expect(findTicks(from, to, most)).toEqual(expected)
})
