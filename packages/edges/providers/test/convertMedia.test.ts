import type { ContentBlock, ToolExecution } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { anthropicMedia, commonMedia, convertMedia, geminiMedia, openAiMedia } from "../src/convertMedia.ts"
import { anthropic, gemini, openAiChat, openAiResponses } from "../src/index.ts"
import { pixel as png } from "./conversations/weatherGate.ts"

const jpeg =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA="
const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
const webp = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA="
const animated = Buffer.concat([
  Buffer.from(gif, "base64").subarray(0, 19),
  Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", "latin1"),
  Buffer.from(gif, "base64").subarray(19)
]).toString("base64")

/** Returns a PNG with these sides in its header, padded to a number of bytes. */
const sized = (width: number, height: number, bytes = 0): string => {
  const made = Buffer.concat([Buffer.from(png, "base64"), Buffer.alloc(bytes)])
  made.writeUInt32BE(width, 16)
  made.writeUInt32BE(height, 20)
  return made.toString("base64")
}

const text = Buffer.from("not an image").toString("base64")
const image = (mediaType: string, base64: string): ContentBlock => ({ type: "image", mediaType, base64 })
const file = (mediaType: string, base64: string): ContentBlock => ({ type: "file", mediaType, base64 })

describe("an image", () => {
  it.each<[string, string, string]>([
    ["image/png", jpeg, "image/jpeg"],
    ["image/jpeg", png, "image/png"],
    ["image/jpg", jpeg, "image/jpeg"],
    ["IMAGE/PNG", png, "image/png"],
    ["image/png; charset=binary", png, "image/png"],
    ["image/tiff", webp, "image/webp"],
    ["image/svg+xml", png, "image/png"],
    ["", gif, "image/gif"]
  ])("declared as %j is sent with the type of its bytes", (said, base64, mediaType) => {
    expect(convertMedia(image(said, base64) as never, anthropicMedia)).toEqual({ mediaType, base64 })
    expect(convertMedia(file(said || "image/png", base64) as never, anthropicMedia)).toEqual({ mediaType, base64 })
  })

  it.each<[string, string, string]>([
    ["text", text, "its bytes are not a known image format"],
    ["nothing", "", "it is empty"],
    ["blanks", " \n", "it is empty"],
    ["the beginning of an image alone", "iVBORw0KGgo=", "its bytes are not a known image format"],
    ["an image without an area", sized(0, 1), "its bytes are not a known image format"],
    ["an image that is too wide", sized(8_001, 1), "its longer side has more than 8000 pixels"],
    ["an image of 6 MB", sized(1, 1, 6_000_000), "it is larger than the provider accepts"],
    ["an image of 4 MB, which is more in Base64", sized(1, 1, 4_000_000), "it is larger than the provider accepts"]
  ])("that is %s is not shown, with the reason", (_what, base64, why) => {
    expect(convertMedia(image("image/png", base64) as never, anthropicMedia)).toBe(why)
  })

  it("is checked against the limits of each provider", () => {
    const shown = (base64: string) =>
      [anthropicMedia, openAiMedia, geminiMedia, commonMedia].map(
        (rule) => typeof convertMedia(image("image/png", base64) as never, rule) === "object"
      )
    expect(shown(png)).toEqual([true, true, true, true])
    expect(shown(sized(1, 1, 3_900_000))).toEqual([true, true, true, true])
    expect(shown(sized(1, 1, 10_000_000))).toEqual([false, true, true, false])
    expect(shown(sized(1, 1, 22_000_000))).toEqual([false, false, false, false])
    expect(shown(sized(8_000, 8_000))).toEqual([true, true, true, true])
    expect(shown(sized(9_000, 1))).toEqual([false, true, true, false])
    expect(shown(gif)).toEqual([true, true, false, true])
    expect(shown(animated)).toEqual([true, false, false, false])
  })

  it.each([
    [`data:image/png;base64,${png}`],
    [png.replace(/=+$/, "")],
    [png.replaceAll(/.{20}/g, "$&\r\n")],
    [png.replaceAll("+", "-").replaceAll("/", "_")]
  ])("is sent in plain Base64", (base64) => {
    expect(convertMedia(image("image/png", base64) as never, anthropicMedia)).toEqual({
      mediaType: "image/png",
      base64: png
    })
  })
})

describe("a document", () => {
  const pdf = Buffer.from("%PDF-1.7").toString("base64")
  it("is recognized by its bytes", () => {
    expect(convertMedia(file("Application/PDF; name=a", pdf) as never, anthropicMedia)).toEqual({
      mediaType: "application/pdf",
      base64: pdf
    })
    expect(convertMedia(file("application/pdf", text) as never, anthropicMedia)).toBe("its bytes are not a PDF")
    expect(convertMedia(file("application/zip", pdf) as never, anthropicMedia)).toBe("it cannot be shown here")
  })
})

describe.each([anthropic, gemini, openAiChat, openAiResponses])("an answer for $provider", (format) => {
  it("has a sentence instead of an image that the provider would refuse", () => {
    const execution: ToolExecution = {
      callId: "1",
      toolName: "look",
      arguments: {},
      success: true,
      output: {
        content: [image("image/png", text), image("image/png", ""), image("image/png", sized(1, 1, 22_000_000))],
        success: true,
        metadata: {}
      },
      error: undefined,
      executed: "yes",
      sandbox: undefined,
      enforced: undefined,
      durationMs: 1,
      waitedMs: 0
    }
    const item = {
      id: "1",
      hasId: true,
      type: "function_call",
      wire: "look",
      callIds: ["1"],
      echo: {},
      safetyChecks: []
    }
    const said = JSON.stringify(format.answers({ calls: [], said: [], items: [item] }, [execution]))
    expect(said.length).toBeLessThan(1_000)
    if (format !== openAiChat)
      for (const why of [
        "12 bytes: its bytes are not a known image format.",
        "0 bytes: it is empty.",
        "it is larger than the provider accepts."
      ])
        expect(said).toContain(why)
  })
})
