import { describe, expect, it } from "vitest"
import { fileKind } from "../src/fileKind.ts"

describe("fileKind", () => {
  it("recognises signatures that are not at the beginning", () => {
    expect(fileKind(Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 ", "latin1"))).toBe("a WebP image")
    const tar = Buffer.alloc(512)
    tar.write("ustar", 257)
    expect(fileKind(tar)).toBe("a tar archive")
  })

  it("recognises neither unknown bytes nor a part of a signature", () => {
    expect(fileKind(Buffer.from("\0\0\0\0"))).toBeUndefined()
    expect(fileKind(Buffer.from([0x89]))).toBeUndefined()
    expect(fileKind(new Uint8Array())).toBeUndefined()
  })
})
