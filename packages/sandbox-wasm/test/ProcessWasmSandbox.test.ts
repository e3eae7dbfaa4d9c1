import { describe, expect, it } from "vitest"
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

describe("a script", () => {
  it("answers with the value that it returned, where the gate runs from its sources", async () => {
    using guests = new GuestFolder()
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, "sources")
    const script = guests.script("export default (args: { readonly words: number }): number => args.words + 1", "ts")
    expect((await wasm.run({ guest: { script }, args: { words: 2 } })).output.value).toBe(3)
  })
})
