import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeEachDatabase } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, defineTool, shell, type ToolgateOptions, Type, toolOutput } from "../src/index.ts"

const newFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-kept-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let runs = 0
const say = defineTool({
  name: "say",
  description: "Returns as many bytes as it is told to.",
  parameters: Type.Object({
    bytes: Type.Integer(),
    as: Type.Optional(Type.String()),
    fails: Type.Optional(Type.Boolean())
  }),
  sideEffects: "NONE",
  callers: ["direct", "chain"],
  execute: ({ bytes, as = "text", fails = false }) => {
    runs++
    const text = "x".repeat(bytes)
    if (as === "value") return { text }
    return as === "image"
      ? toolOutput({
          content: [{ type: "image", mediaType: "image/png", base64: Buffer.from(text).toString("base64") }]
        })
      : toolOutput({ text, success: !fails })
  }
})
const promises = defineTool({
  name: "promises",
  description: "Returns what it promises.",
  parameters: Type.Object({}),
  output: Type.Object({ text: Type.String({ maxLength: 100_000 }) }, { additionalProperties: false }),
  sideEffects: "NONE",
  execute: () => ({ text: "x".repeat(100_000) })
})
const asks = defineTool({
  name: "asks",
  description: "Calls another tool, and says how much that returned.",
  parameters: Type.Object({ bytes: Type.Integer() }),
  sideEffects: "NONE",
  execute: async ({ bytes }, { dispatch }) => {
    const { output } = await dispatch({ id: "child", tool: "say", args: { bytes } })
    return { texts: output.content.map((block) => (block.type === "text" ? block.text.length : 0)) }
  }
})

let calls = 0
const opened = async (artifacts: ToolgateOptions["artifacts"], more: Partial<ToolgateOptions> = {}) => {
  const gate = await createToolgate({
    workspace: newFolder(),
    policy: "host",
    tools: [...builtins({ withHostTools: true }), say, promises, asks],
    ...(artifacts === undefined ? {} : { artifacts }),
    ...more
  })
  onTestFinished(() => gate.close())
  const call = (tool: string, args: object, options = {}) => gate.dispatch({ id: `${calls++}`, tool, args }, options)
  return { gate, call }
}

const bound = 65_536
interface Reference {
  readonly artifact_ref: string
  readonly preview: string
  readonly size: number
}

const places: ReadonlyArray<readonly [string, () => NonNullable<ToolgateOptions["artifacts"]>]> = [
  ["in memory", () => ({})],
  ["in a folder", () => join(newFolder(), "artifacts")]
]

describe.each(places)("large results %s", (_, place) => {
  it("of exactly 64 KiB are inline, and one more byte is stored", async () => {
    const { call } = await opened(place())
    const whole = await call("say", { bytes: bound })
    expect(whole.output.content).toEqual([{ type: "text", text: "x".repeat(bound) }])
    const { success, executed, output } = await call("say", { bytes: bound + 1 })
    expect({ success, executed }).toEqual({ success: true, executed: "yes" })
    const { artifact_ref: ref, preview, size } = output.value as unknown as Reference
    expect({ preview, size }).toEqual({ preview: "x".repeat(1_024), size: bound + 1 })
    expect(output.content.at(-1)).toEqual({
      type: "link",
      uri: ref,
      mediaType: "text/plain",
      title: "say, 65537 bytes"
    })
    const read = await call("read_artifact", { ref, start: bound - 1, length: 10 })
    expect(read.output.value).toEqual({ text: "xx", start: bound - 1, length: 2, size: bound + 1 })
    const page = await call("read_artifact", { ref, length: bound })
    const { length, next } = page.output.value as { readonly length: number; readonly next: number }
    expect([next, Buffer.byteLength(JSON.stringify(page.output.value)) <= bound]).toEqual([length, true])
    expect(length).toBeGreaterThan(bound - 150)
    const found = await call("search_artifact", { ref, pattern: "xx" })
    expect(found.output.value).toMatchObject({ size: bound + 1, cut: true })
  })

  it("are hidden from other sessions and agents as if they did not exist", async () => {
    const { call } = await opened(place())
    const { output } = await call("say", { bytes: 100_000 }, { session: "a" })
    const { artifact_ref: ref } = output.value as unknown as Reference
    const unknown = await call("read_artifact", { ref: `artifact:sha256-${"0".repeat(64)}` }, { session: "a" })
    for (const asker of [{ session: "b" }, { session: "a", agent: "other" }, { session: "a", onBehalfOf: "ada" }, {}])
      for (const [tool, args] of [
        ["read_artifact", { ref }],
        ["search_artifact", { ref, pattern: "x" }]
      ] as const) {
        const { error, executed } = await call(tool, args, asker)
        expect(error?.why).toBe(unknown.error?.why)
        expect(error?.message).toBe(unknown.error?.message.replace(/artifact:[^"]*/, ref))
        expect(executed).toBe(unknown.executed)
      }
    expect((await call("read_artifact", { ref, length: 1 }, { session: "a", role: "writer" })).success).toBe(true)
  })
})

describe("large results", () => {
  it("are answered whole by a gate without artifacts", async () => {
    const { call, gate } = await opened(undefined)
    expect((await call("say", { bytes: 200_000 })).output.content).toEqual([
      { type: "text", text: "x".repeat(200_000) }
    ])
    expect(gate.tools.list().map(({ name }) => name)).not.toContain("read_artifact")
  })

  it("include the pictures that a model can see, up to 5 MiB of Base64, even if other results are short", async () => {
    const { call } = await opened({ inlineBytes: 4_096 })
    const most = 5 * 2 ** 20
    const { output } = await call("say", { bytes: (most / 4) * 3, as: "image" })
    expect(output.content).toMatchObject([{ type: "image", base64: expect.stringMatching(/^eHh4/) }])
    expect(output.value).toBeUndefined()
    const larger = await call("say", { bytes: (most / 4) * 3 + 1, as: "image" })
    expect(larger.output.content.map(({ type }) => type)).toEqual(["text", "link"])
    expect(larger.output.content.at(-1)).toMatchObject({ type: "link", mediaType: "image/png" })
  })

  it("of values are stored as values, after the check of the tool's schema", async () => {
    const { call } = await opened({})
    const promised = await call("promises", {})
    expect(promised.success).toBe(true)
    expect(promised.output.value).toMatchObject({ size: 100_011 })
  })

  it("of a tool that reports a failure keep its error short", async () => {
    const { call } = await opened({})
    const { success, error, output } = await call("say", { bytes: 500_000, fails: true })
    expect(success).toBe(false)
    expect(error?.message.length).toBeLessThan(2_000)
    expect(output.value).toMatchObject({ size: 500_000 })
  })

  it("of a child call reach the calling tool whole", async () => {
    const { call } = await opened({})
    expect((await call("asks", { bytes: 200_000 })).output.value).toEqual({ texts: [200_000] })
  })

  it("that cannot be stored are cut, and the call has still run", async () => {
    const folder = join(newFolder(), "file")
    writeFileSync(folder, "")
    const errors: Array<string> = []
    const log = {
      info: () => {},
      debug: () => {},
      warn: () => {},
      error: (line: object) => errors.push(JSON.stringify(line))
    }
    const { call } = await opened(folder, { logger: log as never })
    const { success, executed, output } = await call("say", { bytes: 100_000 })
    expect({ success, executed }).toEqual({ success: true, executed: "yes" })
    expect(output.value).toEqual({ preview: "x".repeat(1_024), size: 100_000 })
    const [block] = output.content
    expect(block?.type === "text" && block.text.slice(bound / 2)).toContain(
      "could not be kept. The artifact store is unavailable."
    )
    const full = await (await opened({ quotaBytes: 50_000 })).call("say", { bytes: 100_000 })
    expect(JSON.stringify(full.output.content)).toContain(
      "of the 50000 bytes for one agent in a session, 50000 are free"
    )
  })

  it("have the same reference when the call is replayed", async () => {
    const { gate } = await opened({}, { audit: { folder: join(newFolder(), "record") } })
    const make = (id: string) => gate.dispatch({ id, tool: "say", args: { bytes: 100_000 }, idempotencyKey: "once" })
    const before = runs
    const [first, second] = [await make("r1"), await make("r2")]
    expect(runs).toBe(before + 1)
    expect(second.replayed).toBe(true)
    expect(second.output).toEqual(first.output)
    expect(first.output.value).toMatchObject({ size: 100_000 })
  })

  it("are read and searched within the bound of every answer", async () => {
    const { call } = await opened({ inlineBytes: 4_096 })
    const { output: large } = await call("say", { bytes: 100_000 })
    const { artifact_ref: ref } = large.value as { readonly artifact_ref: string }
    for (const [name, args] of [
      ["read_artifact", {}],
      ["search_artifact", { pattern: "x" }]
    ] as const) {
      const { output } = await call(name, { ref, ...args })
      expect(output.value).not.toHaveProperty("artifact_ref")
      expect(Buffer.byteLength(JSON.stringify(output.value))).toBeLessThanOrEqual(4_096)
    }
  })

  it("of read_file are pages, never artifacts", async () => {
    const folder = newFolder()
    writeFileSync(join(folder, "a.txt"), "0123456789\n".repeat(20_000))
    writeFileSync(join(folder, "b.txt"), "é".repeat(100_000))
    for (const inlineBytes of [4_096, 65_536]) {
      const { call } = await opened({ inlineBytes }, { workspace: folder })
      let [line, text]: [number | undefined, string] = [1, ""]
      while (line !== undefined) {
        const { output } = await call("read_file", { path: "a.txt", start_line: line })
        expect(output.value).not.toHaveProperty("artifact_ref")
        const [block] = output.content
        text += block?.type === "text" ? block.text : ""
        line = (output.value as { readonly next_line?: number }).next_line
      }
      expect(text).toBe("0123456789\n".repeat(20_000))
      for (const args of [{}, { start_line: 1, end_line: 1 }, { line_numbers: true }]) {
        const { output } = await call("read_file", { path: "b.txt", ...args })
        expect(output.value).not.toHaveProperty("artifact_ref")
        expect(Buffer.byteLength(JSON.stringify(output.content))).toBeLessThan(inlineBytes + 200)
      }
    }
  })

  it("are hidden from calls in the same folder", async () => {
    const base = newFolder()
    const [workspace, folder] = [join(base, "work"), join(base, "artifacts")]
    mkdirSync(workspace)
    const rules = `version: 1\nrules: { allow: [Read, say, shell, read_artifact] }\nagents: { default: { tools: [Read, say, shell, read_artifact], fs: [{ path: ${JSON.stringify(base)}, mode: rw }] } }\n`
    writeFileSync(join(base, "policy.yaml"), rules)
    const { call } = await opened(folder, {
      workspace,
      policy: { files: [join(base, "policy.yaml")] },
      tools: [...builtins({ withHostTools: true }), say, shell]
    })
    expect((await call("say", { bytes: 100_000 })).output.value).toMatchObject({ size: 100_000 })
    const [name = ""] = readdirSync(folder)
    const read = await call("Read", { path: join(folder, name, "bytes") })
    expect(read.success).toBe(false)
    expect(read.error?.message).toContain("no call may read or change")
    const shown = await call("shell", { command: `cat ${join(folder, name, "bytes")}` })
    expect(JSON.stringify(shown)).not.toContain("xxxxx")
  })

  it("cannot be stored in a folder where calls work", async () => {
    const workspace = newFolder()
    for (const folder of [workspace, join(workspace, "artifacts"), join(workspace, "..")])
      await expect(opened(folder, { workspace })).rejects.toThrow("Cannot store artifacts in")
    expect(existsSync(join(workspace, "artifacts"))).toBe(false)
  })

  it("are inline if they are unlimited, and stored results stay readable", async () => {
    const { call, gate } = await opened({ inlineBytes: "unlimited" })
    expect((await call("say", { bytes: 200_000 })).output.content).toEqual([
      { type: "text", text: "x".repeat(200_000) }
    ])
    expect(gate.tools.list().map(({ name }) => name)).toContain("read_artifact")
  })

  it("are refused with invalid options", async () => {
    const refusals = [
      [
        { inlineBytes: 4_095 },
        'option "artifacts.inlineBytes" must be a whole number of at least 4096, or "unlimited".'
      ],
      [{ ttlMs: 0 }, 'option "artifacts.ttlMs" must be a whole number of at least 1.'],
      [{ in: "memory" }, 'option "artifacts.in" must be "store", or left out.'],
      [{ foldr: "a" }, 'unknown option "artifacts.foldr"'],
      ["", 'option "artifacts" must be the path of a folder, or an object as in { in: "store" }.'],
      [{ in: "store" }, '"artifacts.in" requires a store'],
      [{ in: "store", folder: "a" }, '"artifacts.folder" and "artifacts.in" cannot be combined']
    ] as const
    for (const [artifacts, message] of refusals)
      await expect(opened(artifacts as ToolgateOptions["artifacts"])).rejects.toThrow(message)
  })
})

describeEachDatabase(describe, newFolder, "large results in the gate's store", (newPlace) => {
  it("are visible to another gate of the same session", async () => {
    const store = { at: await newPlace(), key: "env:TOOLGATE_TEST_KEY" }
    process.env.TOOLGATE_TEST_KEY = "0".repeat(64)
    const one = await opened({ in: "store" }, { store })
    const { output } = await one.call("say", { bytes: 300_000 })
    const { artifact_ref: ref } = output.value as unknown as Reference
    const other = await opened({ in: "store" }, { store })
    const read = await other.call("read_artifact", { ref, start: 299_999 })
    expect(read.output.value).toEqual({ text: "x", start: 299_999, length: 1, size: 300_000 })
  })
})
