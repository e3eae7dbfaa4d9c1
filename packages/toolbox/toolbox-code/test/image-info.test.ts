import { testTool } from "@toolgate/toolbox-testing"
import { imageInfo } from "../src/index.ts"
import { animatedGif, animatedPng, animatedWebp, deepPng, losslessWebp, turnedJpeg } from "./pictures.ts"

const picture = (name: string, content: Uint8Array | string, value: object) => ({
  name,
  args: { path: "a" },
  files: { a: content },
  value
})

const refused = (name: string, content: Uint8Array | string, says: string) => ({
  name,
  args: { path: "a" },
  files: { a: content },
  says,
  class: "execution_error" as const
})

const three = { width: 3, height: 2, frames: 3, animated: true }

/** A GIF with nothing but frame headers. */
const manyFrames = new Uint8Array(64 * 1024 * 1024 - 1024).fill(0x2c)
manyFrames.set(animatedGif.subarray(0, 13))
manyFrames[10] = 0

testTool(imageInfo, {
  good: picture("describes a JPEG by its content, with its orientation", turnedJpeg, {
    format: "jpeg",
    width: 3,
    height: 2,
    orientation: 6,
    frames: 1,
    animated: false,
    color: "ycbcr",
    alpha: false,
    depth: 8,
    bytes: turnedJpeg.length
  }),
  edge: [
    picture("counts the frames of a GIF", animatedGif, { format: "gif", ...three, color: "palette" }),
    picture("counts the frames of a PNG", animatedPng, { format: "png", ...three, color: "rgb", alpha: false }),
    picture("counts the frames of a WebP", animatedWebp, { format: "webp", ...three, color: "rgb" }),
    picture("knows a transparent WebP", losslessWebp, { format: "webp", width: 4, frames: 1, alpha: true }),
    picture("knows the channels of a PNG", deepPng, { format: "png", width: 5, height: 4, color: "gray", depth: 16 }),
    picture("says of a cut GIF what is there", animatedGif.subarray(0, 60), { format: "gif", width: 3 }),
    picture("takes the box of an SVG without a size", '<svg viewBox="0 0 40 30"></svg>', { width: 40, height: 30 })
  ],
  bad: [
    refused("a text", "no picture", "not an image of a known format"),
    refused("an empty file", "", "not an image"),
    refused("a PNG that ends before its size", animatedPng.subarray(0, 18), "damaged or cut off"),
    refused("an SVG without a size", "<svg a='1'></svg>", "damaged"),
    refused("a picture without pixels", '<svg width="0" height="1"></svg>', "damaged"),
    { name: "a file that there is not", args: { path: "a" }, says: "Nothing exists", class: "execution_error" },
    { name: "a folder", args: { path: "a" }, files: { "a/b": "" }, says: "regular file", class: "execution_error" },
    { name: "a file outside of the workspace", args: { path: "../a" }, says: "workspace", class: "permission_denied" },
    {
      name: "a file that is too large",
      args: { path: "a" },
      files: { a: new Uint8Array(64 * 1024 * 1024 + 1) },
      says: "64 MiB",
      class: "execution_error"
    },
    ...["hi", "h", "{}", "hello\n", "# Notes\n"].map((text) =>
      refused(`a short text: ${JSON.stringify(text)}`, text, "not an image of a known format")
    )
  ],
  cancel: { args: { path: "a" }, files: { a: manyFrames } },
  worst: {
    args: { path: "a" },
    files: { a: `<svg ${"a".repeat(1_000_000)}` },
    ends: ["failure", "limit"]
  }
})
