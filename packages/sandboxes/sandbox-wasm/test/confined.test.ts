import { execFile, spawnSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { Bubblewrap } from "@toolgate/processes"
import { chooseCount } from "@toolgate/testing"
import { afterAll, describe, expect, it } from "vitest"
import { findChildren, findNode } from "../src/pool/findNode.ts"
import { GuestProcess } from "../src/pool/GuestProcess.ts"
import { Launcher } from "../src/pool/Launcher.ts"
import { attack, type Found } from "./attack.ts"
import { allCommandLines, childrenOf, eventually, isAlive } from "./children.ts"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

const { program } = new Bubblewrap(undefined)
const works = program !== undefined && spawnSync(program, ["--unshare-all", "--ro-bind", "/", "/", "true"]).status === 0

const good = { module: guests.printing("1") }
const spin = { module: guests.command("(loop $l (br $l))") }

describe.skipIf(!works)("a guest that has taken over its process", () => {
  const findsNothing = ({ found, program }: { readonly found: Found; readonly program: string }) => {
    const { files, tried, ...others } = found
    expect(files.filter((path) => !/\.so(\.[\d.]+)?$|\.so\.cache$|\/ld-musl/.test(path)).sort()).toEqual(
      [process.execPath, program].sort()
    )
    const ends = Object.entries(tried).map(([what, how]) => `${what}: ${how}`)
    const allowed = /^(read|run) .*: ENOENT$|^write .*: (EROFS|ENOENT)$|^kill \d+: ESRCH$|^connect .*: ECONNREFUSED$/
    expect(ends.filter((line) => !allowed.test(line))).toEqual([])
    expect(ends.length).toBeGreaterThan(15)
    expect(others).toEqual({ environment: ["PWD"], interfaces: [], user: 65534 })
  }

  it("finds no files, no network, no program and no process of the host", async () => {
    findsNothing(await attack())
  })

  const asOther = ["--reuid", "65534", "--regid", "65534", "--clear-groups", process.execPath, "--version"]
  const isReadable = process.getuid?.() !== 0 || spawnSync("setpriv", asOther).status === 0

  it.skipIf(!isReadable)("also finds no file if the gate is an ordinary user", async () => {
    const { NODE_OPTIONS: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@toolgate/source", "--no-warnings", join(import.meta.dirname, "attackAsOrdinaryUser.ts")],
      { env }
    )
    findsNothing(JSON.parse(stdout))
  })
})

describe.skipIf(!works)("a confined guest", () => {
  it("reports its enforcement, with the CPU time of its process", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const { enforced, error } = await wasm.run({ guest: spin, limits: { cpuMs: 100 } })
    expect(enforced).toMatchObject({
      access: "bubblewrap",
      syscalls: "seccomp",
      cpuMs: "schedstat",
      endedBy: "cpuMs"
    })
    expect(error?.why).toBe("LimitExceeded")
  })

  it("leaves no process behind when it is ended, including its launchers", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const data = '(data (i32.const 16) "begun")'
    const module = guests.command("(call $write (i32.const 1) (i32.const 16) (i32.const 5)) (loop $l (br $l))", {
      data
    })
    const call = wasm.begin({ guest: { module, output: "text" } })
    await call.prints(/begun/)
    const [bubblewrap] = childrenOf(process.pid)
    const pid = findNode(bubblewrap) ?? 0
    expect([isAlive(pid), findNode(bubblewrap, findChildren), findNode(pid)]).toEqual([true, pid, undefined])
    call.stop()
    expect((await call.ran).error?.why).toBe("Cancelled")
    await eventually(() => !isAlive(pid))
    expect(childrenOf(process.pid)).toEqual([])
  })
})

it.skipIf(!works)("a confined process that is ended while it starts leaves nothing behind", async () => {
  const entry = guests.file("import { readSync } from 'node:fs'; readSync(3, Buffer.alloc(1))", "mjs")
  const launcher = new Launcher({ entry, reads: [] }, { memoryPages: 16, tableEntries: 16 })
  for (let turn = 0; turn < 40; turn += chooseCount(3, 1)) {
    const gone = Promise.withResolvers<void>()
    const starting = new GuestProcess(launcher.next(), () => gone.resolve())
    for (let n = 0; n < turn; n++) await new Promise((resolve) => setImmediate(resolve))
    starting.kill()
    await gone.promise
  }
  const ofThis = () => allCommandLines().filter((words) => words.includes(entry))
  await eventually(() => ofThis().length === 0)
})

describe("without a working bubblewrap", () => {
  const fails = guests.file("#!/bin/sh\nexit 1\n", "sh")
  chmodSync(fails, 0o755)

  it.each([
    ["there is none", "/nowhere/bwrap"],
    ["it fails", fails],
    ["it is none", guests.file("", "txt")]
  ])("guests run unconfined, and the answer says so: %s", async (_why, bubblewrap) => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } }, undefined, bubblewrap)
    const { output, enforced } = await wasm.run({ guest: good })
    expect([output.value, enforced.access, enforced.syscalls]).toEqual([1, "imports", "none"])
    const { enforced: spinning } = await wasm.run({ guest: spin, limits: { cpuMs: 100 } })
    expect(spinning.endedBy).toBe("cpuMs")
  })
})
