import { type ArtifactOwner, ArtifactStore, StoreUnavailable, type ToolOutput, toolOutput } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { computeRef } from "../src/computeRef.ts"
import { fitOutput, MemoryArtifactStore, type PutArtifact, type StoreOptions } from "../src/index.ts"
import { cutPreview } from "../src/preview.ts"

const owner: ArtifactOwner = { session: "s", principal: "p" }
const bound = 4_096

/** Fits an output, and returns it with everything that was stored. */
const fit = (output: ToolOutput, options: StoreOptions = {}, most = bound) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { put, list, read } = yield* ArtifactStore
      const fitted = yield* fitOutput(output, most, (bytes, about) => put(bytes, { ...about, owner }))
      const stored = yield* Effect.forEach(yield* list(), ({ ref, mediaType, name, size }) =>
        Effect.map(read(ref, { start: 0, length: size }, owner), (bytes) => ({
          ref,
          mediaType,
          name,
          bytes: Buffer.from(bytes ?? [])
        }))
      )
      return { fitted, stored }
    }).pipe(Effect.provide(MemoryArtifactStore.layer(options)))
  )

const textsOf = ({ content }: ToolOutput) => content.flatMap((block) => (block.type === "text" ? [block.text] : []))
const refIn = (text: string) => computeRef(Buffer.from(text))

describe("an output", () => {
  it("stays unchanged at the limit, and is stored one byte beyond it", async () => {
    for (const character of ["a", "é", "😀"]) {
      const exact = character.repeat(bound / Buffer.byteLength(character))
      const inline = toolOutput({ text: exact })
      expect(await fit(inline)).toEqual({ fitted: inline, stored: [] })
      expect((await fit(toolOutput({ text: `${exact}a` }))).stored).toHaveLength(1)
    }
    const value = "x".repeat(bound - 2)
    expect((await fit(toolOutput({ value }))).stored).toEqual([])
    expect((await fit(toolOutput({ value: `${value}x` }))).stored).toHaveLength(1)
    expect((await fit(toolOutput({ text: "12", value: value.slice(2) }))).stored).toEqual([])
    expect((await fit(toolOutput({ text: "12", value: value.slice(1) }))).stored).toHaveLength(1)
  })

  it("shows the first of several texts whole, unless it is long, and stores them together", async () => {
    const wide = 16 * bound
    const shown = async (first: string) => {
      const content = [first, "y".repeat(wide)].map((text) => ({ type: "text" as const, text }))
      const { fitted, stored } = await fit(toolOutput({ content }), {}, wide)
      expect(stored.map(({ bytes }) => bytes.toString())).toEqual([`${first}\n${"y".repeat(wide)}`])
      return textsOf(fitted)[0]?.split("\n")[0]
    }
    expect(await shown("x".repeat(wide / 8))).toBe("x".repeat(wide / 8))
    expect(await shown("x".repeat(wide / 8 + 1))).toBe("x".repeat(1_024))
  })

  it("of text is stored with a preview, a way to read on, and a link", async () => {
    const text = "line\n".repeat(1_000)
    const { fitted, stored } = await fit(toolOutput({ text, commandExecuted: "make", filesModified: ["a"] }))
    const ref = refIn(text)
    expect(stored).toEqual([{ ref, mediaType: "text/plain", name: undefined, bytes: Buffer.from(text) }])
    const preview = text.slice(0, 1_024)
    expect(fitted).toEqual({
      ...toolOutput({ commandExecuted: "make", filesModified: ["a"] }),
      content: [
        {
          type: "text",
          text: `${preview}\n\n[This is the beginning of 5000 bytes, which are in ${ref}: read on with read_artifact, or find lines with search_artifact.]`
        },
        { type: "link", uri: ref, mediaType: "text/plain", title: "5000 bytes" }
      ],
      value: { artifact_ref: ref, preview, size: 5_000 }
    })
  })

  it("with a value is stored as JSON, and small parts stay in place", async () => {
    const value = { rows: Array.from({ length: 2_000 }, (_, at) => at) }
    const json = JSON.stringify(value)
    const { fitted, stored } = await fit(toolOutput({ value }))
    expect(stored).toEqual([
      { ref: refIn(json), mediaType: "application/json", name: undefined, bytes: Buffer.from(json) }
    ])
    expect(fitted.value).toEqual({ artifact_ref: refIn(json), preview: json.slice(0, 1_024), size: json.length })
    expect(textsOf(fitted)[0]?.startsWith(json.slice(0, 1_024))).toBe(true)

    const log = "x".repeat(5_000)
    const built = await fit(toolOutput({ text: log, value: { exit_code: 2 }, success: false }))
    expect(built.fitted).toMatchObject({
      success: false,
      value: { artifact_ref: refIn(log), size: 5_000, structured: { exit_code: 2 } }
    })
    const said = await fit(toolOutput({ text: "2,000 rows", value }))
    expect(textsOf(said.fitted)[0]).toBe("2,000 rows")
    expect(said.fitted.value).toMatchObject({ artifact_ref: refIn(json) })
    const both = await fit(toolOutput({ text: log, value }))
    expect(both.fitted.value).toMatchObject({
      artifact_ref: refIn(log),
      files: [{ artifact_ref: refIn(json), media_type: "application/json", size: json.length }]
    })
  })

  it("stores the bytes of images and files, and keeps small content", async () => {
    const png = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at & 0xff))
    const small = { type: "image", mediaType: "image/gif", base64: "R0lGODlh" } as const
    const link = { type: "link", uri: "https://example.com" } as const
    const { fitted, stored } = await fit(
      toolOutput({
        content: [
          { type: "text", text: "Two pictures." },
          { type: "image", mediaType: "image/png", base64: png.toString("base64") },
          small,
          { type: "file", mediaType: "text/csv", name: "a.csv", text: "a,b\n".repeat(2_000) },
          link
        ],
        value: { pictures: 2 }
      })
    )
    expect(stored.map(({ mediaType, name, bytes }) => [mediaType, name, bytes.length])).toEqual([
      ["text/csv", "a.csv", 8_000],
      ["image/png", undefined, 5_000]
    ])
    expect(stored[1]?.bytes).toEqual(png)
    expect(fitted.value).toMatchObject({
      size: 8_000,
      structured: { pictures: 2 },
      files: [{ artifact_ref: computeRef(png), size: 5_000 }]
    })
    expect(fitted.content.map(({ type }) => type)).toEqual(["text", "text", "image", "link", "link", "link"])
    expect(fitted.content).toContainEqual(link)
    expect(fitted.content).toContainEqual({
      type: "link",
      uri: computeRef(png),
      mediaType: "image/png",
      title: "5000 bytes"
    })
  })

  it("keeps the pictures that a model can see, in order, up to a separate limit", async () => {
    const picture = (mediaType: string, size: number) =>
      ({ type: "image", mediaType, base64: Buffer.alloc((size / 4) * 3, size).toString("base64") }) as const
    const [png, large, jpeg, gif] = [
      picture("image/png", 60_000),
      picture("image/jpeg", 40_004),
      picture("image/jpeg", 39_996),
      picture("image/gif", 4)
    ]
    const svg = picture("image/svg+xml", 8_000)
    const shown = async (content: ToolOutput["content"], more: Partial<ToolOutput> = {}) => {
      const output = toolOutput({ content, ...more })
      const fitted = await Effect.runPromise(
        fitOutput(
          output,
          bound,
          (bytes, { mediaType }) =>
            Effect.succeed({
              ref: computeRef(bytes),
              size: bytes.length,
              mediaType,
              name: undefined,
              createdAt: 0,
              expiresAt: 0
            }),
          100_000
        )
      )
      return { fitted, output, kept: fitted.content.filter(({ type }) => type === "image") }
    }
    const all = await shown([png, jpeg, gif])
    expect(all.kept).toEqual([png, jpeg, gif])
    const whole = await shown([png, jpeg], { value: "x".repeat(bound - 2) })
    expect(whole.fitted).toBe(whole.output)
    expect((await shown([png, large, jpeg])).kept).toEqual([png, jpeg])
    const drawn = await shown([svg, png])
    expect(drawn.kept).toEqual([png])
    expect(drawn.fitted.value).toMatchObject({ size: 6_000 })
    const logged = await shown([{ type: "text", text: "x".repeat(10_000) }, png])
    expect(logged.fitted.content.map(({ type }) => type)).toEqual(["text", "image", "link"])
  })

  it("of very many files or links is cut to the limit, and reports the rest", async () => {
    const files = Array.from(
      { length: 3_000 },
      (_, at) => ({ type: "file", mediaType: "text/plain", text: `file ${at}` }) as const
    )
    const { fitted, stored } = await fit(toolOutput({ content: files }))
    expect(stored).toHaveLength(32)
    expect(textsOf(fitted).join()).toMatch(/\d+ more files of the result were left out/)
    expect(fitted.content.length).toBeLessThan(200)
    const links = Array.from(
      { length: 3_000 },
      (_, at) => ({ type: "link", uri: `https://example.com/${at}` }) as const
    )
    const linked = await fit(toolOutput({ content: links }))
    expect(linked.fitted.content).toHaveLength(2)
    expect(JSON.parse(linked.stored[0]?.bytes.toString() ?? "")).toEqual(links)
  })

  it("is stored under safe media types and names", async () => {
    const base64 = Buffer.alloc(5_000).toString("base64")
    for (const mediaType of ["image/png\u001b[2J", "text/html\r\nX: y", "", "png", "a/b;c", "x".repeat(300)]) {
      const { stored } = await fit(toolOutput({ content: [{ type: "image", mediaType, base64 }] }))
      expect(stored[0]?.mediaType).toBe("application/octet-stream")
    }
    for (const mediaType of ["text/html; charset=utf-8", "image/svg+xml", 'a/b; c="d e"']) {
      const { stored } = await fit(toolOutput({ content: [{ type: "image", mediaType, base64 }] }))
      expect(stored[0]?.mediaType).toBe(mediaType)
    }
    const name = `\u001b]0;owned\u0007${"n".repeat(1_000)}`
    const { fitted, stored } = await fit(toolOutput({ content: [{ type: "file", mediaType: "a/b", name, base64 }] }))
    expect(stored[0]?.name).toHaveLength(200)
    const title = `\\u001b]0;owned\\u0007${"n".repeat(190)}`
    expect(fitted.content.at(-1)).toMatchObject({ title: expect.stringMatching(/^[ -~]*$/) })
    expect(fitted.content.at(-1)).toMatchObject({ title: expect.stringContaining(title.slice(0, 50)) })
  })

  it("is cut if the store refuses it, and says so", async () => {
    const text = "x".repeat(10_000)
    const full = await fit(toolOutput({ text, value: { exit_code: 0 } }), { ownerBytes: 100 })
    expect(textsOf(full.fitted)).toEqual([
      `${text.slice(0, bound / 2)}\n\n[The result was cut here: it has 10000 bytes, and could not be kept. The artifact of 10000 bytes does not fit: of the 100 bytes for one agent in a session, 100 are free.]`
    ])
    expect(full.fitted.value).toEqual({ preview: text.slice(0, 1_024), size: 10_000, structured: { exit_code: 0 } })
    const broken: PutArtifact = () =>
      Effect.fail(new StoreUnavailable({ message: 'The folder "/home/ada/secret" is gone.', cause: undefined }))
    const lost = await Effect.runPromise(fitOutput(toolOutput({ text }), bound, broken))
    expect(textsOf(lost)[0]?.slice(bound / 2)).toBe(
      "\n\n[The result was cut here: it has 10000 bytes, and could not be kept. The artifact store is unavailable.]"
    )
  })

  it("never loses a byte, and is never much larger than the limit", async () => {
    const block = fc.oneof(
      fc.record({
        type: fc.constant("text" as const),
        text: fc.string({ unit: "binary", maxLength: 3_000, size: "max" })
      }),
      fc.record({
        type: fc.constant("image" as const),
        mediaType: fc.string(),
        base64: fc.base64String({ maxLength: 9_000, size: "max" })
      }),
      fc.record({
        type: fc.constant("file" as const),
        mediaType: fc.string(),
        name: fc.string(),
        text: fc.string({ maxLength: 9_000, size: "max" })
      })
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(block, { maxLength: 6 }),
        fc.option(fc.jsonValue(), { nil: undefined }),
        async (content, value) => {
          const output = toolOutput({ content, ...(value === undefined ? {} : { value: value as string }) })
          const { fitted, stored } = await fit(output)
          if (stored.length === 0) {
            expect(fitted).toBe(output)
            return
          }
          const all = Buffer.concat(stored.map(({ bytes }) => bytes)).toString("latin1")
          const inline = Buffer.from(
            fitted.content.map((one) => ("base64" in one ? one.base64 : "text" in one ? one.text : "")).join("\n")
          ).toString("latin1")
          for (const one of content)
            if (one.type === "image")
              expect(
                all.includes(Buffer.from(one.base64, "base64").toString("latin1")) || inline.includes(one.base64)
              ).toBe(true)
            else expect(`${all}\n${inline}`).toContain(Buffer.from(one.text).toString("latin1"))
          expect(Buffer.byteLength(JSON.stringify(fitted.content))).toBeLessThan(8 * bound)
        }
      ),
      runs(200)
    )
  })
})

describe("a preview", () => {
  it("ends between graphemes", () => {
    for (const character of ["😀", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301\u0302", "각", "\r\n", "한"]) {
      const text = character.repeat(2_000)
      for (const before of ["", "a", "ab", "abc"]) {
        const preview = cutPreview(before + text)
        expect(Buffer.byteLength(preview)).toBeLessThanOrEqual(1_024)
        expect(Buffer.byteLength(preview)).toBeGreaterThan(1_024 - Buffer.byteLength(character))
        expect((preview.length - before.length) % character.length).toBe(0)
      }
    }
  })

  it("ends between code points if one grapheme is longer than the preview, and contains no lone surrogate", () => {
    const preview = cutPreview(`e${"\u0301".repeat(5_000)}`)
    expect(Buffer.byteLength(preview)).toBe(1_023)
    expect(cutPreview("\ud83d")).toBe("\ufffd")
    expect(cutPreview(`${"a".repeat(1_023)}\ud83d\ude00`)).toBe("a".repeat(1_023))
    expect(cutPreview(`${"a".repeat(2_000)}\ud83d`).isWellFormed()).toBe(true)
  })
})
