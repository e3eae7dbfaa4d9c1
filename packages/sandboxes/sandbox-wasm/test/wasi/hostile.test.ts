import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Preview1Name, signatures } from "../../src/guest/wasi/preview1/signatures.ts"
import { runCommand } from "../../src/guest/wasi/runCommand.ts"
import { fromText } from "./compiled.ts"
import { bytes, file, folder, ranIn, worldOf } from "./world.ts"

const names = Object.keys(signatures) as Array<Preview1Name>

const typeNames = { i: "i32", l: "i64" } as const

const importOf = (name: Preview1Name): string => {
  const types = Array.from(signatures[name], (type) => typeNames[type as "i" | "l"]).join(" ")
  const result = name === "proc_exit" ? "" : "(result i32)"
  return `(import "wasi_snapshot_preview1" "${name}" (func $${name} (param ${types}) ${result}))`
}

/** Makes a guest of one page that makes these calls. */
const guestOf = (body: string, data = "", more = "") =>
  fromText(`(module ${names.map(importOf).join("\n")}
    (memory (export "memory") 1 2) (data (i32.const 0) "${data}") ${more}
    (func (export "_start") ${body}))`)

interface Call {
  readonly name: Preview1Name
  readonly values: ReadonlyArray<bigint>
}

const callText = ({ name, values }: Call): string => {
  const constants = Array.from(signatures[name], (type, index) => {
    const value = values[index] ?? 0n
    return type === "i" ? `(i32.const ${BigInt.asIntN(32, value)})` : `(i64.const ${BigInt.asIntN(64, value)})`
  })
  const call = `(call $${name} ${constants.join(" ")})`
  return name === "proc_exit" ? call : `(drop ${call})`
}

const awkward = [
  0n,
  1n,
  2n,
  3n,
  4n,
  5n,
  8n,
  65_535n,
  65_536n,
  65_532n,
  0x7fff_ffffn,
  0x8000_0000n,
  0xffff_ffffn,
  1n << 62n,
  -1n
]

const value = fc.oneof(
  fc.constantFrom(...awkward),
  fc.bigInt({ min: 0n, max: 70_000n }),
  fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
)

const callOf = (from: ReadonlyArray<Preview1Name>) =>
  fc.record({ name: fc.constantFrom(...from), values: fc.array(value, { minLength: 9, maxLength: 9 }) })

const world = () => ({
  stdin: bytes("some input"),
  env: { NAME: "value" },
  entries: [folder("/ws"), file("/ws/a", "content"), folder("/ws/b"), file("/ws/b/c", "r", "r")],
  fileBytes: 1 << 20
})

describe("hostile guests", () => {
  // These two end the guest, or may wait for an arbitrary time.
  const others = names.filter((name) => name !== "proc_exit" && name !== "poll_oneoff")

  it("get an error number for any arguments, never an exception of the host", () => {
    fc.assert(
      fc.property(fc.array(callOf(others), { minLength: 1, maxLength: 30 }), (calls) => {
        const data = "\\00\\00\\00\\00\\ff\\ff\\ff\\ffa\\00b/c/../a\\ff\\fe"
        const { ended, changes } = ranIn(guestOf(calls.map(callText).join("\n"), data), world())
        expect(ended).toEqual({ kind: "exit", status: 0 })
        for (const { path } of changes) expect(path).toMatch(/^\/ws(\/|$)/)
      }),
      runs(300)
    )
  })

  it("get an error number for every subscription that they make up", () => {
    fc.assert(
      fc.property(callOf(["poll_oneoff"]), (call) => {
        expect(ranIn(guestOf(callText(call)), world()).ended).toEqual({ kind: "exit", status: 0 })
      }),
      runs(100)
    )
  })

  it("find every function, and get an error number if nothing was passed", () => {
    const guest = guestOf(
      names
        .filter((name) => name !== "proc_exit")
        .map((name) => callText({ name, values: [] }))
        .join("")
    )
    expect(ranIn(guest, world()).ended).toEqual({ kind: "exit", status: 0 })
  })

  const status = (name: Preview1Name, values: ReadonlyArray<bigint>, data = "") => {
    const call = callText({ name, values }).slice("(drop ".length, -1)
    const { ended } = ranIn(guestOf(`(call $proc_exit ${call})`, data), world())
    return ended.kind === "exit" ? ended.status : ended
  }

  it("get an error number for buffers outside their memory: EFAULT", () => {
    expect(status("random_get", [65_535n, 2n])).toBe(21)
    expect(status("random_get", [65_536n, 0n])).toBe(0)
    expect(status("random_get", [65_537n, 0n])).toBe(21)
    expect(status("random_get", [0n, 0xffff_ffffn])).toBe(21)
    expect(status("fd_write", [1n, 0n, 0xffff_ffffn, 8n])).toBe(21)
    expect(status("fd_write", [1n, 0n, 1n, 65_533n])).toBe(21)
    expect(status("fd_write", [1n, 0n, 1n, 8n], "\\ff\\ff\\ff\\ff\\01\\00\\00\\00")).toBe(21)
    expect(status("fd_read", [0n, 0n, 1n, 8n], "\\00\\00\\00\\00\\ff\\ff\\ff\\ff")).toBe(21)
    expect(status("poll_oneoff", [0n, 0n, 4096n, 0n])).toBe(21)
    expect(status("poll_oneoff", [0n, 0n, 0xffff_ffffn, 0n])).toBe(28)
    expect(status("path_open", [3n, 0n, 0n, 0xffff_ffffn, 0n, 0n, 0n, 0n, 8n])).toBe(21)
    expect(status("path_open", [3n, 0n, 0n, 1n, 0n, 0n, 0n, 0n, 65_533n], "a")).toBe(21)
  })

  it("get an error number for invalid names: EILSEQ, EINVAL, ENAMETOOLONG, ENOENT", () => {
    expect(status("path_create_directory", [3n, 0n, 2n], "a\\ff")).toBe(25)
    expect(status("path_create_directory", [3n, 0n, 3n], "\\ed\\a0\\80")).toBe(25)
    expect(status("path_create_directory", [3n, 0n, 2n], "x\\00")).toBe(28)
    expect(status("path_create_directory", [3n, 0n, 256n], "x".repeat(256))).toBe(37)
    expect(status("path_create_directory", [3n, 0n, 255n], "x".repeat(255))).toBe(0)
    expect(status("path_create_directory", [3n, 0n, 256n], "\\c3\\a4".repeat(128))).toBe(37)
    expect(status("path_create_directory", [3n, 0n, 4096n], "./".repeat(2048))).toBe(37)
    expect(status("path_create_directory", [3n, 0n, 0n])).toBe(44)
  })

  it("keep a byte order mark in a name", () => {
    const { changes } = ranIn(
      guestOf(callText({ name: "path_create_directory", values: [3n, 0n, 4n] }), "\\ef\\bb\\bfx")
    )
    expect(changes).toEqual([{ kind: "directory", path: "/ws/\ufeffx" }])
  })

  it("can use buffers beyond the old end of memory that has grown", () => {
    const guest = guestOf(`
      (drop (call $random_get (i32.const 0) (i32.const 1)))
      (drop (memory.grow (i32.const 1)))
      (call $proc_exit (call $random_get (i32.const 65536) (i32.const 65536)))`)
    expect(ranIn(guest)).toMatchObject({ ended: { kind: "exit", status: 0 }, memoryBytes: 131_072 })
  })

  it("end with an exception of the host's callback, which is passed on unchanged", () => {
    const full = { reason: "no more room" }
    const stdout = () => {
      throw full
    }
    const guest = guestOf(
      `(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (unreachable)`,
      "\\00\\00\\00\\00\\01\\00\\00\\00"
    )
    let thrown: unknown
    try {
      runCommand(guest, worldOf({ stdout }))
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBe(full)
  })

  it("pass on copies of their output, even if their memory changes", () => {
    const chunks: Array<Uint8Array> = []
    const guest = guestOf(
      `(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))
       (i32.store8 (i32.const 8) (i32.const 120))`,
      "\\08\\00\\00\\00\\03\\00\\00\\00abc"
    )
    runCommand(guest, worldOf({ stdout: (chunk) => chunks.push(chunk) }))
    expect(chunks).toEqual([bytes("abc")])
    expect(chunks[0]?.buffer.byteLength).toBe(3)
  })

  it("end with all 32 bits of their exit status", () => {
    expect(ranIn(guestOf("(call $proc_exit (i32.const 33)) (unreachable)")).ended).toEqual({ kind: "exit", status: 33 })
    expect(ranIn(guestOf("(call $proc_exit (i32.const -1))")).ended).toEqual({ kind: "exit", status: 0xffff_ffff })
  })

  it("end by their traps, with the engine's message and the size of their memory", () => {
    expect(ranIn(guestOf("(unreachable)"))).toMatchObject({
      ended: { kind: "trap", message: "unreachable" },
      memoryBytes: 65_536
    })
    expect(ranIn(guestOf("(drop (i32.load (i32.const 65536)))")).ended).toMatchObject({ kind: "trap" })
  })

  it("end by using up their stack, alone or in a call that they make", () => {
    const recursive = (call: string) =>
      ranIn(
        guestOf(
          "(call $deep)",
          "\\08\\00\\00\\00\\01\\00\\00\\00x",
          `(func $deep ${call} (call $deep) (drop (i32.const 0)))`
        )
      )
    expect(recursive("").ended).toEqual({ kind: "stack" })
    expect(recursive("(drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 12)))").ended).toEqual(
      {
        kind: "stack"
      }
    )
  })

  it("are refused with the reason if they are not commands", () => {
    const ended = (text: string) => ranIn(fromText(text)).ended
    expect(ended('(module (memory (export "memory") 1 1))')).toEqual({
      kind: "trap",
      message: 'The module exports no function "_start", which a WASI command needs.'
    })
    expect(ended('(module (memory (export "memory") 1 1) (func (export "_initialize")))')).toEqual({
      kind: "trap",
      message: 'The module is a reactor: it exports "_initialize", and a WASI command needs "_start".'
    })
    expect(ended('(module (func (export "_start")))')).toEqual({
      kind: "trap",
      message: 'The module exports no memory as "memory", which a WASI command needs.'
    })
    expect(ended('(module (func (export "memory")) (func (export "_start")))').kind).toBe("trap")
    expect(ended('(module (import "x" "y" (func)) (memory (export "memory") 1 1))').kind).toBe("trap")
  })

  it("are ended if they import a function with other types", () => {
    const ended = (type: string, call: string) =>
      ranIn(
        fromText(`(module (import "wasi_snapshot_preview1" "fd_seek" (func $f ${type}))
          (memory (export "memory") 1 1) (func (export "_start") ${call}))`)
      ).ended
    const message = 'The module imports "fd_seek" with the wrong parameters.'
    expect(ended("(param i32)", "(call $f (i32.const 1))")).toEqual({ kind: "trap", message })
    expect(
      ended("(param i32 i32 i32 i32)", "(call $f (i32.const 1) (i32.const 1) (i32.const 1) (i32.const 1))")
    ).toEqual({ kind: "trap", message })
    const four = "(call $f (i32.const 1) (i64.const 1) (i32.const 1) (i32.const 1))"
    expect(ended("(param i32 i64 i32 i32) (result i64)", `(drop ${four})`).kind).toBe("trap")
  })

  it("have no memory while a start function runs, and may end there", () => {
    const started = (body: string) => ranIn(guestOf("(unreachable)", "", `(func $begin ${body}) (start $begin)`)).ended
    expect(started("(call $proc_exit (call $random_get (i32.const 0) (i32.const 1)))")).toEqual({
      kind: "exit",
      status: 21
    })
    expect(started("(unreachable)")).toMatchObject({ kind: "trap" })
  })

  it("get the same random bytes from the same seed, and others from another", () => {
    const random = (seed: number | "host") => {
      const written: Array<number> = []
      const guest = guestOf(
        `(drop (call $random_get (i32.const 16) (i32.const 5))) (drop (call $random_get (i32.const 21) (i32.const 27)))
         (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))`,
        "\\10\\00\\00\\00\\20\\00\\00\\00"
      )
      runCommand(guest, worldOf({ random: seed, stdout: (chunk) => written.push(...chunk) }))
      return Buffer.from(written).toString("hex")
    }
    expect(random(1)).toBe("e67f808d0cff25d61632aa9f494d884cf3f2c16cca7402c233e1c79e92ffa8dc")
    expect(random(1)).toBe(random(1))
    expect(
      new Set([random(0), random(1), random(2), random(-1), random(0.5), random("host"), random("host")]).size
    ).toBe(7)
  })
})
