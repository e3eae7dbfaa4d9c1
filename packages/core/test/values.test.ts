import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  type ContentBlock,
  describeBlock,
  FileFailed,
  isToolOutput,
  makeAwaitable,
  refusals,
  refused,
  ToolError,
  ToolExecutionError,
  textOf,
  toolOutput
} from "../src/index.ts"

describe("makeAwaitable", () => {
  it("can be yielded and awaited", async () => {
    const one = makeAwaitable(Effect.succeed(1))
    expect(await one).toBe(1)
    expect(await Effect.runPromise(Effect.map(one, (n) => n + 1))).toBe(2)
  })

  it("rejects with the error itself", async () => {
    const failure = new FileFailed("NotFound", "a")
    await expect(makeAwaitable(Effect.fail(failure))).rejects.toBe(failure)
  })

  it("runs each time it is used, and not before", async () => {
    let runs = 0
    const counting = makeAwaitable(Effect.sync(() => ++runs))
    expect(runs).toBe(0)
    expect([await counting, await counting]).toEqual([1, 2])
  })
})

describe("refusals", () => {
  it("are plain values with a class and a slug", () => {
    for (const [why, [errorClass, slug]] of Object.entries(refusals))
      expect(refused(why as keyof typeof refusals, "Because.")).toEqual({
        _tag: "Refused",
        why,
        class: errorClass,
        slug,
        message: "Because.",
        details: {}
      })
  })

  it("of a file do not contain the path", () => {
    const failure = new FileFailed("Denied", "/etc/shadow")
    expect(failure).toBeInstanceOf(ToolError)
    expect(failure.path).toBe("/etc/shadow")
    expect(JSON.stringify(failure.refused())).not.toContain("shadow")
    expect(failure.refused()).toMatchObject({ why: "FileDenied", class: "permission_denied", slug: "fs_denied" })
    expect(new FileFailed("NotFound", "a").refused()).toMatchObject({ why: "ToolFailed", class: "execution_error" })
  })

  it("can be yielded in an Effect", async () => {
    const effect = Effect.gen(function* () {
      return yield* new ToolExecutionError({ message: "HTTP 500." })
    })
    expect(await Effect.runPromise(Effect.flip(effect))).toMatchObject({
      message: "HTTP 500.",
      errorClass: "execution_error"
    })
  })
})

describe("a block of content", () => {
  it.each<[ContentBlock, string, string | undefined]>([
    [{ type: "text", text: "a\nb" }, "A text, 3 characters", "a\nb"],
    [{ type: "image", mediaType: "image/png", base64: "AAAAAAA=" }, "An image, image/png, 5 bytes", undefined],
    [{ type: "audio", mediaType: "audio/wav", base64: "" }, "Audio, audio/wav, 0 bytes", undefined],
    [
      { type: "file", mediaType: "text/csv", text: "a,b", name: "a\nb\u202e.csv", uri: "data:rows" },
      'A file, "a\\nb\\u202e.csv", text/csv, 3 characters, "data:rows"',
      "a,b"
    ],
    [{ type: "file", mediaType: "a/b\u001b[2J", base64: "AA==" }, "A file, a/b\\u001b[2J, 1 bytes", undefined],
    [{ type: "link", uri: "https://a.b/", title: "A" }, 'A link, "A", "https://a.b/"', undefined],
    [{ type: "__proto__\u0007", text: "a" } as never, '"__proto__\\u0007"', undefined]
  ])("is described to a person, and has its text: %j", (block, about, text) => {
    expect([describeBlock(block), textOf(block)]).toEqual([about, text])
  })
})

describe("toolOutput", () => {
  it("is recognised by its constructor, not by its members", () => {
    expect(isToolOutput(toolOutput({ text: "a" }))).toBe(true)
    expect(isToolOutput({ content: [], success: true, metadata: {} })).toBe(false)
  })

  it("fills in missing fields", () => {
    expect({ ...toolOutput({ text: "a", value: 1 }) }).toEqual({
      content: [{ type: "text", text: "a" }],
      value: 1,
      success: true,
      metadata: {}
    })
  })
})
