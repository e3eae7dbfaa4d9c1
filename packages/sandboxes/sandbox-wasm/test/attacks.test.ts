import { afterAll, describe, expect, it } from "vitest"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const mebibyte = 2 ** 20

const guests = new GuestFolder()
const wasm = await OpenSandbox.open()
afterAll(async () => {
  await wasm[Symbol.asyncDispose]()
  guests[Symbol.dispose]()
})

const said = async (call: Parameters<OpenSandbox["run"]>[0]) => {
  const { error, enforced } = await wasm.run(call)
  return [error?.why, error?.message, enforced.endedBy]
}

const spin = guests.command("(loop $l (br $l))")

describe("a guest that never ends", () => {
  const fill = guests.command("(loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 16777216)) (br $l))", {
    pages: 256
  })
  const poll = guests.command(
    `(i32.store (i32.const 64) (i32.const 0)) (i64.store (i32.const 88) (i64.const 0x7fffffffffffffff))
     (loop $l (drop (call $poll_oneoff (i32.const 64) (i32.const 128) (i32.const 1) (i32.const 192))) (br $l))`
  )
  const tables = guests.wat(`(module (memory (export "memory") 1) (table $t 1 funcref)
    (func (export "_start") (loop $l (drop (table.grow $t (ref.null func) (i32.const 1))) (br $l))))`)

  it.each([
    ["spins", spin],
    ["fills its memory over and over", fill],
    ["waits without end", poll],
    ["grows its table without end", tables]
  ])("that %s is ended by its wall time", async (_how, module) => {
    expect(await said({ name: "endless", guest: { module }, limits: { wallMs: 250 } })).toEqual([
      "TimedOut",
      'Tool "endless" exceeded its wall-time limit of 250 ms.',
      "wallMs"
    ])
  })

  it.each([
    ["spins", spin],
    ["fills its memory over and over", fill]
  ])("that %s is ended by its CPU time", async (_how, module) => {
    expect(await said({ name: "endless", guest: { module }, limits: { cpuMs: 100 } })).toEqual([
      "LimitExceeded",
      'Tool "endless" exceeded its CPU-time limit of 100 ms.',
      "cpuMs"
    ])
  })

  it("is stopped at its tool's time limit, even if its grant allows more", async () => {
    expect(await said({ name: "endless", guest: { module: spin }, timeoutMs: 1_000 })).toEqual([
      "TimedOut",
      'Tool "endless" exceeded its wall-time limit of 1 s.',
      "wallMs"
    ])
  })
})

describe("a guest that needs more memory than its limit", () => {
  it("fails at its limit, and its answer says that it ran out of memory", async () => {
    const bomb = guests.command(
      "(loop $l (if (i32.eq (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable)) (br $l))"
    )
    expect(await said({ guest: { module: bomb }, limits: { memoryBytes: 16 * mebibyte } })).toEqual([
      "LimitExceeded",
      'Tool "guest" ran out of memory: its limit is 16 MiB.',
      "memoryBytes"
    ])
  })

  it("does not run at all if its module declares more", async () => {
    const declared = guests.command("", { pages: 65_536 })
    const refused = await wasm.refusal({ guest: { module: declared } })
    expect([refused.why, refused.message]).toEqual([
      "SandboxUnavailable",
      expect.stringMatching(/^Tool "guest" cannot run, because of its guest: .*memory/)
    ])
  })

  it("gets no larger table than its bound", async () => {
    const module = guests.wat(`(module
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1) (table $t 1 funcref)
      (func (export "_start")
        (loop $l (br_if $l (i32.ne (table.grow $t (ref.null func) (i32.const 64)) (i32.const -1))))
        (call $exit (i32.gt_u (table.size $t) (i32.const 100000)))))`)
    expect(await said({ guest: { module } })).toEqual([undefined, undefined, undefined])
  })

  it("exhausts its stack if it recurses endlessly, and its process survives", async () => {
    const module = guests.wat('(module (memory (export "memory") 1) (func $f (export "_start") (call $f)))')
    expect(await said({ guest: { module } })).toEqual([
      "ToolFailed",
      'Tool "guest" used up its stack: its recursion is too deep.',
      undefined
    ])
  })
})

describe("the output of a guest", () => {
  const endless = (text: string) => ({
    module: guests.command(`(loop $l (call $write (i32.const 1) (i32.const 16) (i32.const ${text.length})) (br $l))`, {
      data: `(data (i32.const 16) "${text.replace("\n", "\\n")}")`
    })
  })

  it.each([
    ["lines", endless("a line\n"), "text"],
    ["a line that does not end", endless("x"), "text"],
    ["lines where JSON is wanted", endless("a line\n"), "json"]
  ] as const)("is ended by its limit: %s", async (_what, guest, output) => {
    const ran = await wasm.run({ guest: { ...guest, output }, limits: { outputBytes: 10_000 } })
    expect([ran.error?.message, ran.enforced.endedBy]).toEqual([
      'Tool "guest" printed more than its limit of 10000 bytes.',
      "outputBytes"
    ])
    expect(ran.output.content.map((block) => block.type === "text" && block.text.length)).toEqual(
      output === "text" ? [10_000] : []
    )
  })

  it("is dropped and counted past its limit, if it goes to standard error", async () => {
    const module = guests.command(
      `(local $n i32) (loop $l (call $write (i32.const 2) (i32.const 16) (i32.const 10))
         (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $l (i32.lt_u (local.get $n) (i32.const 2000))))`,
      { data: '(data (i32.const 16) "123456789\\n")' }
    )
    const { error, output, enforced } = await wasm.run({ guest: { module }, limits: { outputBytes: 10_000 } })
    expect(error).toBeUndefined()
    expect(output.metadata).toEqual({ stderr: "123456789\n".repeat(410).slice(-4096), stderrBytes: 20_000 })
    expect([enforced.reached, enforced.endedBy]).toEqual([["outputBytes"], undefined])
  })

  it("must be JSON if it is the result", async () => {
    const failures = [
      ["hello", 'Tool "guest" printed invalid JSON at character 1.'],
      ['{"a": 1} {"a": 2}', 'Tool "guest" printed invalid JSON at character 10.'],
      ["1e999", 'Tool "guest" printed an invalid result: its value at "" is not a finite number.']
    ] as const
    for (const [text, message] of failures)
      expect(await said({ guest: { module: guests.printing(text) } })).toEqual(["ToolFailed", message, undefined])
  })

  it("cannot forge anything in the error about it", async () => {
    const name = `\u001b[2J\n${"k".repeat(5_000)}`
    const module = guests.printing(`{${JSON.stringify(name)}:1e999}`)
    const { error } = await wasm.run({ guest: { module }, limits: { outputBytes: 10_000 } })
    expect(error?.message).toMatch(/^[^\p{Cc}]*$/u)
    expect(error?.message).toMatch(/ is not a finite number\.$/)
    expect(error?.message.length).toBeLessThan(1_200)
  })

  it("may be binary, and is then not JSON", async () => {
    const data = '(data (i32.const 16) "\\ff\\fe\\00\\01")'
    const module = guests.command("(call $write (i32.const 1) (i32.const 16) (i32.const 4))", { data })
    expect(await said({ guest: { module } })).toEqual([
      "ToolFailed",
      'Tool "guest" printed output that is neither UTF-8 nor JSON.',
      undefined
    ])
    const text = await wasm.run({ guest: { module, output: "text" } })
    expect(text.output.content).toEqual([{ type: "text", text: "\ufffd\ufffd\u0000\u0001" }])
  })

  it("may be empty, and then has no result", async () => {
    const { output, error } = await wasm.run({ guest: { module: guests.command("") } })
    expect([output, error]).toEqual([{ content: [], success: true, metadata: {} }, undefined])
  })
})

describe("the environment of a guest", () => {
  it("has no environment variables", async () => {
    const module = guests.wat(`(module
      (import "wasi_snapshot_preview1" "environ_sizes_get" (func $sizes (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1)
      (func (export "_start") (drop (call $sizes (i32.const 0) (i32.const 4)))
        (call $exit (i32.or (i32.load (i32.const 0)) (i32.load (i32.const 4))))))`)
    expect(await said({ guest: { module } })).toEqual([undefined, undefined, undefined])
  })

  it("has no descriptor except the guest's own three", async () => {
    // Exits with the number of descriptors, from 3 on, that can be asked about, written to, or read.
    const module = guests.wat(`(module
      (import "wasi_snapshot_preview1" "fd_fdstat_get" (func $stat (param i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1)
      (func (export "_start") (local $fd i32) (local $open i32)
        (local.set $fd (i32.const 3))
        (loop $l
          (local.set $open (i32.add (local.get $open) (i32.eqz (call $stat (local.get $fd) (i32.const 64)))))
          (local.set $open (i32.add (local.get $open)
            (i32.eqz (call $write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8)))))
          (local.set $open (i32.add (local.get $open)
            (i32.eqz (call $read (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8)))))
          (local.set $fd (i32.add (local.get $fd) (i32.const 1)))
          (br_if $l (i32.lt_u (local.get $fd) (i32.const 2000))))
        (call $exit (local.get $open))))`)
    expect(await said({ guest: { module } })).toEqual([undefined, undefined, undefined])
  })

  it("has no socket", async () => {
    const module = guests.wat(`(module
      (import "wasi_snapshot_preview1" "sock_accept" (func $accept (param i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
      (memory (export "memory") 1)
      (func (export "_start")
        (call $exit (i32.eqz (call $accept (i32.const 3) (i32.const 0) (i32.const 0))))))`)
    expect(await said({ guest: { module } })).toEqual([undefined, undefined, undefined])
  })
})

describe("a module that is invalid, or imports unknown functions", () => {
  it.each([
    ["is empty", new Uint8Array()],
    ["is text", Buffer.from("not a module")],
    ["is cut off", Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 40])]
  ])("that %s is refused before it is run", async (_what, bytes) => {
    const refused = await wasm.refusal({ guest: { module: guests.file(bytes, "wasm") } })
    expect(refused.why).toBe("SandboxUnavailable")
  })

  it("is not even read if it is enormous", async () => {
    const module = guests.file(Buffer.alloc(33 * mebibyte), "wasm")
    expect((await wasm.refusal({ guest: { module } })).message).toBe(
      'Tool "guest" cannot run, because of its guest: it has 34603008 bytes; the limit is 33554432.'
    )
  })

  it("is refused if it imports an unknown function", async () => {
    const module = guests.wat(
      '(module (import "env" "system" (func)) (memory (export "memory") 1) (func (export "_start")))'
    )
    expect((await wasm.refusal({ guest: { module } })).message).toMatch(/imports "system" from "env"/)
  })

  it("is refused if it uses tail calls", async () => {
    const module = guests.wat('(module (memory (export "memory") 1) (func $f (export "_start") (return_call $f)))')
    expect((await wasm.refusal({ guest: { module } })).message).toMatch(/tail call/)
  })

  it("is refused if its file is missing", async () => {
    expect((await wasm.refusal({ guest: { module: "/nowhere/guest.wasm" } })).message).toBe(
      'Tool "guest" cannot run, because of its guest: there is no such file or folder.'
    )
  })
})
