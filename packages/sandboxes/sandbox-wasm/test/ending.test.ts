import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { getParentDeathPrefix } from "@toolgate/processes"
import { chooseCount } from "@toolgate/testing"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { childrenOf, eventually, isAlive, openDescriptors } from "./children.ts"
import { GuestFolder } from "./guests.ts"
import { type Call, OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

const good = { module: guests.printing("1") }
const spin = { module: guests.command("(loop $l (br $l))") }

const ownTemporary = mkdtempSync(join(tmpdir(), "toolgate-temporary-"))
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(ownTemporary, { recursive: true, force: true }))

const hostileCalls = chooseCount(20, 1_000)

describe("a sandbox", () => {
  it("leaves nothing of many hostile calls, and answers the next call", async () => {
    const hostile: ReadonlyArray<Call> = [
      { guest: spin, limits: { wallMs: 5 } },
      { guest: { module: guests.command("unreachable") } },
      { guest: { module: guests.command("(call $proc_exit (i32.const 3))") } },
      { guest: { module: guests.wat('(module (memory (export "memory") 1) (func $f (export "_start") (call $f)))') } },
      { guest: { module: guests.printing("no JSON") } },
      { guest: { script: guests.script("export default () => { throw 1 }") } },
      { guest: { module: guests.printing("x".repeat(300)) }, limits: { outputBytes: 100 } },
      { guest: { script: guests.script("export default () => [].constructor.constructor('return process')()") } },
      { guest: { module: guests.printing("noise", 2), output: "text" } },
      { guest: { script: guests.script("export default () => { for (;;); }") }, limits: { cpuMs: 5 } }
    ]
    const options = { pool: { spares: 1, most: 2 }, memoryBytes: 16 * 2 ** 20 }
    // Files that other programs put into the shared folder must not count.
    vi.stubEnv("TMPDIR", ownTemporary)
    await using wasm = await OpenSandbox.open(options)
    for (const call of hostile) await wasm.run(call)
    await wasm.run({ guest: good })
    const [descriptors, temporary] = [openDescriptors(), readdirSync(tmpdir()).length]
    for (let n = 0; n < hostileCalls; n++) await wasm.run(hostile[n % 37 === 0 ? 0 : 1 + (n % 8)] ?? { guest: good })
    expect((await wasm.run({ guest: good })).output.value).toBe(1)
    await eventually(() => childrenOf(process.pid).length === 2)
    expect(openDescriptors()).toBeLessThanOrEqual(descriptors + 3)
    expect(readdirSync(tmpdir()).length).toBe(temporary)
  })

  it("has one outcome when a call is stopped just as it ends", async () => {
    await using wasm = await OpenSandbox.open()
    for (let turn = 0; turn < 60; turn++) {
      const call = wasm.begin({ guest: good })
      for (let n = 0; n < turn % 30; n++) await new Promise((resolve) => setImmediate(resolve))
      call.stop()
      const { error, output } = await call.ran
      expect([error?.why, output.value]).toEqual(error === undefined ? [undefined, 1] : ["Cancelled", undefined])
    }
  })

  it("keeps the output from before a call was stopped, and leaves no process of the call", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const data = '(data (i32.const 16) "half a l\\c3")'
    const module = guests.command("(call $write (i32.const 1) (i32.const 16) (i32.const 9)) (loop $l (br $l))", {
      data
    })
    const call = wasm.begin({ guest: { module, output: "text" } })
    await call.prints(/half a l/)
    call.stop()
    const { error, output } = await call.ran
    expect([error?.why, output.content]).toEqual(["Cancelled", [{ type: "text", text: "half a l\ufffd" }]])
    expect(childrenOf(process.pid)).toEqual([])
  })

  it("reports its closing to the calls that ran and to the calls that waited", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0, most: 1 } })
    const module = guests.command("(call $write (i32.const 1) (i32.const 16) (i32.const 1)) (loop $l (br $l))", {
      data: '(data (i32.const 16) "x")'
    })
    const works = wasm.begin({ guest: { module, output: "text" } })
    await works.prints(/x/)
    const waits = wasm.begin({ guest: { module, output: "text" } })
    await wasm.close()
    expect([(await works.ran).error?.message, (await waits.ran).error?.message]).toEqual([
      'Tool "guest" was stopped because its sandbox closed.',
      'Tool "guest" could not run: the sandbox was closed.'
    ])
  })

  it("stops a call that waits for a process, without waiting for one", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 1, spares: 0 } })
    const prints = "(call $write (i32.const 2) (i32.const 16) (i32.const 1)) (loop $l (br $l))"
    const busy = { module: guests.command(prints, { data: '(data (i32.const 16) "x")' }) }
    await wasm.run({ guest: good })
    const first = wasm.begin({ guest: busy })
    await first.prints(/x/)
    const second = wasm.begin({ guest: good })
    await new Promise((resolve) => setImmediate(resolve))
    second.stop()
    expect((await second.ran).error?.why).toBe("Cancelled")
    first.stop()
    await first.ran
  })

  it("runs as many concurrent calls as it has processes, without mixing them", async () => {
    await using wasm = await OpenSandbox.open({ pool: { most: 3 } })
    const script = { script: guests.script("export default ({ n }) => n * 2") }
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await wasm.run({ guest: script, args: { n } })).output.value)
    )
    expect(answers).toEqual(Array.from({ length: 40 }, (_, n) => n * 2))
    expect(childrenOf(process.pid).length).toBeLessThanOrEqual(3)
  })

  it("reports why the guest of a tool cannot be run, before the tool is registered", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const bad = guests.file("no module", "wasm")
    const missing = "/nowhere/script.js"
    const remote = new URL("https://example.com/guest.wasm")
    expect(await wasm.admit({ guest: good })).toEqual([])
    expect(await wasm.admit({ guest: { module: bad } })).toEqual([
      expect.stringMatching(/^its guest ".*wasm" cannot be run: /)
    ])
    for (const [guest, file] of [
      [{ script: missing }, missing],
      [{ module: remote }, remote.href]
    ] as const)
      expect(await wasm.admit({ guest })).toEqual([
        `its guest "${file}" cannot be run: there is no such file or folder`
      ])
  })

  it("reports why and where a tool's script is invalid, without running it", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const spins = guests.script("for (;;);\nexport default () => 1")
    expect(await wasm.admit({ guest: { script: spins } })).toEqual([])
    const syntax = guests.script("export default ({)")
    const typed = guests.script("export default ({ a }: { a: string }) =>\n  a +;", "ts")
    const imports = guests.script("import { a } from './a.js'\nexport default () => a")
    for (const [script, problem] of [
      [syntax, /cannot be run: it is not a valid script: .*line 1, column 1[78]/],
      [typed, /cannot be run: it is not a valid script: .*line 2, column \d+/],
      [imports, /it imports ".\/a.js".*line 1, column 19/]
    ] as const)
      expect(await wasm.admit({ guest: { script } })).toEqual([expect.stringMatching(problem)])
  })

  it("runs the guest that it has checked, even if the file changes", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const { writeFileSync } = await import("node:fs")
    const call = { guest: { script: guests.script("export default () => 1") } }
    await wasm.admit(call)
    writeFileSync(call.guest.script, "export default () => 2")
    expect((await wasm.run(call)).output.value).toBe(1)
    // A definition that replaces another one reads the current file.
    expect((await wasm.run({ guest: { ...call.guest } })).output.value).toBe(2)
    const module = guests.printing("1")
    await wasm.admit({ guest: { module } })
    writeFileSync(module, "something else")
    expect(await wasm.admit({ guest: { module } })).toEqual([expect.stringMatching(/cannot be run/)])
  })
})

describe("a process of this package", () => {
  const program = (then: string) => `
    import { OpenSandbox } from ${JSON.stringify(new URL("./sandbox.ts", import.meta.url).href)}
    import { childrenOf } from ${JSON.stringify(new URL("./children.ts", import.meta.url).href)}
    import { findNode } from ${JSON.stringify(new URL("../src/pool/findNode.ts", import.meta.url).href)}
    const guests = () => childrenOf(process.pid).flatMap((pid) => [pid, findNode(pid) ?? []].flat())
    const wasm = await OpenSandbox.open()
    await wasm.run({ guest: { module: ${JSON.stringify(good.module)} } })
    ${then}`

  const start = (then: string) => {
    const file = guests.file(program(then), "mts")
    return spawn(process.execPath, ["--conditions=@toolgate/source", "--no-warnings", file], {
      stdio: ["ignore", "pipe", "inherit"]
    })
  }

  it("does not stay alive for idle guests", async () => {
    const gate = start("console.log(guests().join())")
    const [line] = await once(createInterface(gate.stdout), "line")
    const [code] = await once(gate, "exit")
    expect(code).toBe(0)
    await eventually(() =>
      String(line)
        .split(",")
        .map(Number)
        .every((pid) => !isAlive(pid))
    )
  })

  it.skipIf(getParentDeathPrefix().length === 0)(
    "leaves no guest behind when it is killed, even a guest in an endless loop",
    async () => {
      const gate = start(`
      void wasm.run({ guest: { module: ${JSON.stringify(spin.module)} }, timeoutMs: 600_000 })
      setTimeout(() => console.log(guests().join()), 200)`)
      const [line] = await once(createInterface(gate.stdout), "line")
      const left = String(line).split(",").map(Number)
      expect(left.length).toBeGreaterThan(0)
      expect(left.every(isAlive)).toBe(true)
      gate.kill("SIGKILL")
      await eventually(() => left.every((pid) => !isAlive(pid)))
    }
  )
})
