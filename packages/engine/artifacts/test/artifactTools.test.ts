import { ArtifactStore, type Tool, type ToolContext } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { RE2JS } from "re2js"
import type { TSchema } from "typebox"
import Value from "typebox/value"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { artifactOwner, artifactTools, MemoryArtifactStore } from "../src/index.ts"

const principal = { agent: "worker", ceiling: { tools: "any" } } as const
const context = { session: "s", principal } as unknown as ToolContext
const owner = artifactOwner(context)

type Part = { text?: string; base64?: string; start: number; length: number; size: number; next?: number }
type Search = { matches: Array<{ line: number; offset: number; text: string }>; size: number; cut: boolean }

/** Stores bytes, and calls the tools as their owner or as another caller. */
const withArtifact = async (bytes: Uint8Array | string, mediaType = "text/plain") => {
  const store = await Effect.runPromise(
    Effect.provide(
      Effect.map(ArtifactStore, (one) => one),
      MemoryArtifactStore.layer()
    )
  )
  const stored = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes
  const { ref } = await Effect.runPromise(store.put(stored, { mediaType, owner }))
  const calling =
    <A>(tool: Tool | undefined) =>
    async (args: object = {}, of = context): Promise<A> => {
      const [implementation] = tool?.implementations ?? []
      if (implementation?.kind !== "function") throw new Error("The tool cannot be called.")
      const given = { ref, ...args }
      if (!Value.Check(tool?.parameters as TSchema, given)) throw new Error("The schema refuses the arguments.")
      const answer = await Effect.runPromise(implementation.make().execute(given, of) as Effect.Effect<A, Error>)
      if (!Value.Check(tool?.output as TSchema, answer)) throw new Error("The answer is not what the schema says.")
      return answer
    }
  const [read, search] = artifactTools(store)
  return { ref, store, read: calling<Part>(read), search: calling<Search>(search) }
}

describe("read_artifact", () => {
  it("returns a range, and the offset of the next one", async () => {
    const { read } = await withArtifact("0123456789")
    expect(await read({ start: 2, length: 3 })).toEqual({ text: "234", start: 2, length: 3, size: 10, next: 5 })
    expect(await read({ start: 5, length: 65_536 })).toEqual({ text: "56789", start: 5, length: 5, size: 10 })
    expect(await read()).toEqual({ text: "0123456789", start: 0, length: 10, size: 10 })
  })

  it("returns nothing beyond the end, and refuses an invalid range", async () => {
    const { read } = await withArtifact("0123456789")
    for (const start of [10, 11, 2 ** 53, 1e300])
      expect(await read({ start })).toEqual({ text: "", start: 10, length: 0, size: 10 })
    for (const range of [
      { start: -1 },
      { length: 0 },
      { length: -5 },
      { length: 65_537 },
      { start: 0.5 },
      { start: "0" }
    ])
      await expect(read(range)).rejects.toThrow("schema")
    expect(await (await withArtifact("")).read()).toEqual({ text: "", start: 0, length: 0, size: 0 })
  })

  it("returns whole characters, and the whole text in pages of any length", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\u0301", "\0", "\ufeff", "\n"), maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, length) => {
          const { read } = await withArtifact(text)
          let [all, next]: [string, number | undefined] = ["", 0]
          while (next !== undefined) {
            const part: Part = await read({ start: next, length })
            expect(part.start).toBe(next)
            all += part.text
            next = part.next
          }
          expect(all).toBe(text)
        }
      )
    )
  })

  it("returns no more than its caller's inline limit, and the whole text in such pages", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "é", "€", "😀", "\0", "\n", '"', "\\"), maxLength: 300 }),
        fc.integer({ min: 0, max: 700 }),
        async (text, inlineBytes) => {
          const { read } = await withArtifact(text)
          let [all, next]: [string, number | undefined] = ["", 0]
          while (next !== undefined) {
            const part: Part = await read({ start: next }, { ...context, inlineBytes })
            const [character, ...more] = part.text ?? ""
            if (more.length > 0) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(inlineBytes)
            expect(character !== undefined || text === "").toBe(true)
            all += part.text
            next = part.next
          }
          expect(all).toBe(text)
        }
      )
    )
  })

  it.each([4096, 65_536])("fills the caller's inline limit of %d bytes", async (inlineBytes) => {
    for (const [bytes, mediaType] of [
      ["a".repeat(100_000), "text/plain"],
      ["\0".repeat(100_000), "text/plain"],
      [new Uint8Array(100_000), "application/octet-stream"]
    ] as const) {
      const { read } = await withArtifact(bytes, mediaType)
      const part = await read({ length: 65_536 }, { ...context, inlineBytes })
      const size = Buffer.byteLength(JSON.stringify(part))
      expect(size).toBeLessThanOrEqual(inlineBytes)
      expect(size).toBeGreaterThan(inlineBytes - 150)
    }
  })

  it("begins with the next character if the range begins inside one", async () => {
    const { read } = await withArtifact("a😀b")
    for (const start of [2, 3, 4]) expect(await read({ start })).toEqual({ text: "b", start: 5, length: 1, size: 6 })
    expect(await read({ start: 1, length: 1 })).toEqual({ text: "😀", start: 1, length: 4, size: 6, next: 5 })
  })

  it("returns binary data in Base64, also if declared as text, up to the limit", async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31) & 0xff)
    for (const mediaType of ["image/png", "text/plain", "application/json"]) {
      const { read } = await withArtifact(bytes, mediaType)
      const part = await read({ length: 65_536 })
      expect(part).toEqual({
        base64: Buffer.from(bytes.subarray(0, 49_152)).toString("base64"),
        start: 0,
        length: 49_152,
        size: 100_000,
        next: 49_152
      })
      expect(part.base64?.length).toBe(65_536)
    }
    const invalid = await withArtifact(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x41))
    expect((await invalid.read()).base64).toBe("gICAgIBB")
    expect(await (await withArtifact('{"a":1}', "application/json")).read()).toMatchObject({ text: '{"a":1}' })
  })

  it("answers a foreign reference exactly like an unknown one", async () => {
    const { read, search, ref, store } = await withArtifact("secret")
    const others = [
      { ...context, session: "t" },
      { ...context, principal: { ...principal, agent: "other" } },
      { ...context, principal: { ...principal, onBehalfOf: "ada" } },
      { ...context, principal: { ...principal, parent: principal } }
    ] as ReadonlyArray<ToolContext>
    const said = new Set<string>()
    const note = (promise: Promise<unknown>) =>
      promise.then(
        () => "found",
        (error) => said.add(`${error.constructor.name} ${error.message}`)
      )
    for (const other of others) {
      await note(read({}, other))
      await note(search({ pattern: "s" }, other))
    }
    await Effect.runPromise(store.remove(ref, owner))
    await note(read())
    await note(search({ pattern: "s" }))
    expect([...said]).toEqual([
      `ToolExecutionError There is no artifact "${ref}": it has expired or was removed, or it belongs to another session or agent. Make the call again whose result it was.`
    ])
    for (const form of [ref.toUpperCase(), `${ref}0`, "artifact:../../etc/passwd", `../${ref}`])
      await expect(read({ ref: form })).rejects.toThrow("schema")
  })
})

describe("search_artifact", () => {
  it("returns matching lines with their line numbers and byte offsets", async () => {
    const text = "one\r\ntwö three\nfour\nthree"
    const { search, read } = await withArtifact(text)
    const found = await search({ pattern: "three" })
    expect(found).toEqual({
      matches: [
        { line: 2, offset: 10, text: "twö three" },
        { line: 4, offset: 21, text: "three" }
      ],
      size: 26,
      cut: false
    })
    expect((await read({ start: found.matches[0]?.offset, length: 5 })).text).toBe("three")
    expect((await search({ pattern: "^(one|f..r)$", regex: true })).matches.map(({ line }) => line)).toEqual([1, 3])
    expect((await search({ pattern: "^(one|f..r)$" })).matches).toEqual([])
    expect(await search({ pattern: "t", max_matches: 1 })).toMatchObject({ matches: [{ line: 2 }], cut: true })
  })

  it.each([300, 4096, 65_536])("returns no more than the caller's inline limit of %d bytes", async (inlineBytes) => {
    const { search } = await withArtifact('a "needle"\n'.repeat(5_000))
    const found = await search({ pattern: "needle", max_matches: 1000 }, { ...context, inlineBytes })
    expect(found).toMatchObject({
      cut: true,
      matches: expect.arrayContaining([expect.objectContaining({ line: 1 })])
    })
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(inlineBytes)
  })

  it("always returns at least one match", async () => {
    const { search } = await withArtifact("needle\n".repeat(9))
    const { matches, cut } = await search({ pattern: "needle" }, { ...context, inlineBytes: 1 })
    expect([matches.length, cut]).toEqual([1, true])
  })

  it("finds every line across chunk boundaries", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom("x", "é", "😀")), {
          minLength: 1,
          maxLength: 8
        }),
        async (lines) => {
          const texts = lines.map(([length, character], at) => `${character.repeat(length)}<${at}>`)
          const text = texts.join("\n")
          const { search } = await withArtifact(text)
          const found = await search({ pattern: "<" })
          expect(found.cut).toBe(false)
          expect(found.matches.map(({ line, offset }) => [line, offset])).toEqual(
            texts.map((_, at) => [at + 1, Buffer.byteLength(texts.slice(0, at + 1).join("\n")) - `<${at}>`.length])
          )
        }
      ),
      runs(30)
    )
  })

  it("finds all matches of a long line, each cut around the match", async () => {
    const json = JSON.stringify(Array.from({ length: 5_000 }, (_, at) => ({ id: at, name: `name ${at}` })))
    const { search, read } = await withArtifact(json, "application/json")
    const found = await search({ pattern: '"name 4321"' })
    expect(found.matches).toHaveLength(1)
    expect(found.matches[0]?.text).toContain('{"id":4321,"name":"name 4321"}')
    expect(found.matches[0]?.text.length).toBeLessThanOrEqual(502)
    expect((await read({ start: found.matches[0]?.offset, length: 11 })).text).toBe('"name 4321"')
    expect((await search({ pattern: '"name 4\\d00"', regex: true })).matches.map(({ line }) => line)).toEqual(
      Array(10).fill(1)
    )
  })

  it("finds a match across two parts of a long line once, and anchors at line ends", async () => {
    const text = `${"x".repeat(20_000)}needle${"y".repeat(20_000)}`
    for (let cut = 0; cut < 14; cut++) {
      // The parts have 512 bytes, so the text moves across the end of one of them.
      const { search } = await withArtifact(text.slice(3_616 + cut))
      for (const regex of [false, true])
        expect((await search({ pattern: "needle", regex })).matches.map(({ offset }) => offset)).toEqual([16_384 - cut])
    }
    const { search } = await withArtifact(`ab${"é".repeat(20_000)}ab\nab`)
    const of = async (pattern: string) => (await search({ pattern, regex: true })).matches.map(({ offset }) => offset)
    expect(await of("^.")).toEqual([0, 40_005])
    expect(await of(".$")).toEqual([40_003, 40_006])
    expect(await of("ab")).toEqual([0, 40_002, 40_005])
    expect(await of("a$")).toEqual([])
  })

  it("stays within the size limit for any number of matches", async () => {
    const { search } = await withArtifact(`${"\u0001x".repeat(300)}\n`.repeat(2_000))
    const found = await search({ pattern: "x", max_matches: 1_000 })
    expect(found.cut).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThanOrEqual(65_536)
  })

  it("explains why a pattern or an artifact cannot be searched", async () => {
    const { search } = await withArtifact("text")
    await expect(search({ pattern: "(", regex: true })).rejects.toThrow("not a regular expression of RE2")
    await expect(search({ pattern: "(?=a)", regex: true })).rejects.toThrow("no look-around")
    await expect(search({ pattern: "a\nb" })).rejects.toThrow("line break")
    const png = await withArtifact(Uint8Array.of(0x89, 0x50, 0, 0), "text/plain")
    await expect(png.search({ pattern: "P" })).rejects.toThrow("not text")
  })

  it("refuses a pattern that would take long to compile", async () => {
    const { search } = await withArtifact("error, timeout")
    const compile = vi.spyOn(RE2JS, "compile")
    onTestFinished(() => compile.mockRestore())
    await expect(search({ pattern: `(?:${"a".repeat(900)}){1000}`, regex: true })).rejects.toThrow(
      "counts in the pattern are too large"
    )
    expect(compile).not.toHaveBeenCalled()
  })

  it.each([
    ["\\pL{1000}\\pL{1000}\\pL{1000}"],
    ["(?:(?:(?:ab){10}){10}){10}(?:cd){400}"],
    [`(?:${"a".repeat(900)}){1000}`]
  ])("refuses a pattern whose counts would make one line take seconds: %s", async (pattern) => {
    const { search } = await withArtifact("error, timeout")
    await expect(search({ pattern, regex: true })).rejects.toThrow("counts in the pattern are too large")
    expect((await search({ pattern: "(\\w{1,9}(, )?){2}|er.{0,900}out", regex: true })).matches).toHaveLength(1)
  })

  it("shows the text before a match at the boundary of two parts", async () => {
    const text = `${"x".repeat(411)}${"before".padStart(100)}{}needle${"y".repeat(9_000)}`
    for (let cut = 0; cut < 10; cut++) {
      const { search } = await withArtifact(text.slice(cut))
      const [found] = (await search({ pattern: "needle" })).matches
      expect(found?.text).toMatch(/^….{100}needle/)
    }
  })

  it("yields to other fibers after each part of a long line for a slow pattern", async () => {
    const { search } = await withArtifact("x".repeat(16 * 1024))
    let turns = 0
    let timer = setImmediate(function turn() {
      turns++
      timer = setImmediate(turn)
    })
    try {
      expect((await search({ pattern: "x{1000}x{980}[^x]", regex: true })).matches).toEqual([])
    } finally {
      clearImmediate(timer)
    }
    expect(turns).toBeGreaterThan(25)
  })
})
