import { cpSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { bundledProgram } from "./bundledProgram.ts"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

describe("a command", () => {
  it("answers with the JSON value that it printed", async () => {
    using guests = new GuestFolder()
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, "sources", "/nowhere/bwrap")
    const ran = await wasm.run({ guest: { module: guests.printing('{"words": 2}') } })
    expect(ran).toEqual({
      output: { content: [], value: { words: 2 }, success: true, metadata: {} },
      error: undefined,
      enforced: {
        wallMs: "sigkill",
        cpuMs: "none",
        memoryBytes: "engine",
        processes: "engine",
        outputBytes: "engine",
        access: "imports",
        files: "copies",
        syscalls: "none"
      }
    })
  })
})

describe("a program with a missing part", () => {
  it.each([
    ["script", "ScriptEngine.mjs"],
    ["module", "serveAdmission.mjs"]
  ] as const)("refuses a %s, and explains what to exclude from a bundle", async (kind, part) => {
    using guests = new GuestFolder()
    const folder = join(guests.folder, "program")
    cpSync(dirname(bundledProgram.entry), folder, { recursive: true, filter: (file) => basename(file) !== part })
    const program = { ...bundledProgram, entry: join(folder, "main.mjs"), reads: [folder, ...bundledProgram.reads] }
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, program)
    const guest =
      kind === "script" ? { script: guests.script("export default () => 1") } : { module: guests.printing("1") }
    expect(await wasm.admit({ guest })).toEqual([
      expect.stringMatching(/a part of the program that checks it is missing; keep "toolgate" out of the bundle/)
    ])
  })
})

describe("a script", () => {
  it("answers with the value that it returned, if the gate runs from its sources", async () => {
    using guests = new GuestFolder()
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, "sources")
    const script = guests.script("export default (args: { readonly words: number }): number => args.words + 1", "ts")
    expect((await wasm.run({ guest: { script }, args: { words: 2 } })).output.value).toBe(3)
  })
})
