import { toolOutput } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { convertOutput } from "../src/convertOutput.ts"

const limit = 1024 * 1024

/** Returns the result of an output with one block: the block, or the message of the refusal. */
const blockOf = (block: object, outputBytes = limit) => {
  const output = convertOutput("t", toolOutput({ content: [block as never] }), outputBytes)
  return "_tag" in output ? output.message : output.content[0]
}

describe("a block", () => {
  it.each([
    { type: "text", text: "" },
    { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" },
    { type: "image", mediaType: "IMAGE/svg+xml; charset=utf-8", base64: "" },
    { type: "audio", mediaType: 'audio/mpeg;codecs="mp3, 4"', base64: "AAAA" },
    { type: "file", mediaType: "text/markdown", text: "# Hello", uri: "docs://readme", name: "README.md" },
    { type: "file", mediaType: "application/octet-stream", base64: "//8=" },
    { type: "link", uri: "https://example.org/a%20b?c=d#e" },
    { type: "link", uri: "file:///home/ada/Übung.pdf", mediaType: "application/pdf", title: "Exercise" },
    { type: "link", uri: "urn:isbn:0451450523", later: 1 }
  ])("with its whole content stays unchanged: $type $mediaType $uri", (block) => {
    expect(blockOf(block)).toEqual(block)
  })

  const image = { type: "image", mediaType: "image/png", base64: "AAAA" }
  const file = { type: "file", mediaType: "text/plain", text: "a" }
  it.each<[object, string]>([
    [{}, 'has no known "type"'],
    [{ type: "toString" }, 'has no known "type"'],
    [{ type: "video", mediaType: "video/mp4", base64: "AAAA" }, 'has no known "type"'],
    [[], "is not an object"],
    [{ type: "text" }, 'has a "text" that is not a string'],
    [{ ...image, base64: "AAA" }, 'has a "base64" that is not Base64 (RFC 4648, with padding)'],
    [{ ...image, base64: "AA=A" }, 'has a "base64" that is not Base64 (RFC 4648, with padding)'],
    [{ ...image, base64: "AA_-" }, 'has a "base64" that is not Base64 (RFC 4648, with padding)'],
    [{ ...image, base64: "AAAA\n" }, 'has a "base64" that is not Base64 (RFC 4648, with padding)'],
    [{ ...image, base64: undefined }, 'has a "base64" that is not Base64 (RFC 4648, with padding)'],
    [{ ...image, mediaType: "png" }, 'has a "mediaType" that is not a media type such as "text/plain"'],
    [{ ...image, mediaType: "image/png\n" }, 'has a "mediaType" that is not a media type such as "text/plain"'],
    [{ ...image, mediaType: "text/html" }, 'has a "mediaType" that is not of image/…'],
    [{ ...image, type: "audio" }, 'has a "mediaType" that is not of audio/…'],
    [{ ...file, text: undefined }, 'needs either "text" or "base64"'],
    [{ ...file, base64: "AAAA" }, 'needs either "text" or "base64"'],
    [{ ...file, uri: "notes.txt" }, 'has a "uri" that is not an absolute URI'],
    [{ ...file, uri: "docs://a\u001b[2J" }, 'has a "uri" that is not an absolute URI'],
    [{ ...file, name: 1 }, 'has a "name" that is not a string'],
    [{ type: "link", uri: "https://" }, 'has a "uri" that is not an absolute URI'],
    [{ type: "link" }, 'has a "uri" that is not an absolute URI'],
    [{ type: "link", uri: "urn:a:b", mediaType: 1 }, 'has a "mediaType" that is not a media type such as "text/plain"']
  ])("that is invalid fails the call: %j", (block, fault) => {
    expect(blockOf(block)).toBe(`Tool "t" returned a block, "/content/0", that ${fault}.`)
  })

  it.each([
    { type: "image", mediaType: "image/png", base64: "A".repeat(2 * limit) },
    { type: "audio", mediaType: "audio/wav", base64: "A".repeat(2 * limit) },
    { type: "file", mediaType: "text/plain", text: "a".repeat(2 * limit) },
    { type: "file", mediaType: "text/plain", text: "a", name: "n".repeat(2 * limit) },
    { type: "link", uri: `https://example.org/${"a".repeat(2 * limit)}` }
  ])("over the limit fails the call, because half a block is invalid: $type", (block) => {
    expect(blockOf(block)).toBe(`Tool "t" returned a result that holds too much text; its limit is ${limit} bytes.`)
  })

  it("counts towards the limit together with the others", () => {
    const half = { type: "file" as const, mediaType: "text/plain", text: "a".repeat(limit * 0.75) }
    expect(convertOutput("t", toolOutput({ content: [half, half] }), limit)).toMatchObject({ why: "LimitExceeded" })
  })

  it("of text is cut", () => {
    expect(blockOf({ type: "text", text: "a".repeat(200) }, 100)).toMatchObject({
      text: expect.stringContaining("[100 of 200 bytes left out")
    })
  })

  it("of many megabytes is checked", () => {
    const base64 = `${"A".repeat(16 * limit)}!AAA`
    expect(blockOf({ type: "image", mediaType: "image/png", base64 }, 20 * limit)).toContain("not Base64")
  })

  it("of any bytes is valid", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const block = { type: "image", mediaType: "image/png", base64: Buffer.from(bytes).toString("base64") }
        expect(blockOf(block)).toEqual(block)
      })
    )
  })
})
