import { describe, expect, it } from "vitest"
import { admit } from "../../src/admission/admit.ts"
import { bounds } from "./bounds.ts"
import { binary, byHand, command, wat } from "./wat.ts"

const refusal = async (bytes: Uint8Array | Promise<Uint8Array>) => {
  const admission = await admit(await bytes, bounds)
  return "refused" in admission ? admission.refused : "admitted"
}

const refusedFor = (feature: string) =>
  expect.stringMatching(
    new RegExp(`^it uses ${feature}, which this sandbox does not support \\(offset 0x[0-9a-f]+\\)$`)
  )

describe("a command from a compiler", () => {
  it("is admitted with the memory that it declares", async () => {
    const admission = await admit(
      await wat(`(module
        (import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 2 9) (func (export "_start")))`),
      bounds
    )
    expect(admission).toMatchObject({ memory: { min: 2, max: 9 } })
  })

  it("may use the features of C compilers: SIMD, bulk memory, sign extension, several results, references", async () => {
    const text = `(table 2 funcref) (data "abc") (elem func $two)
      (global i32 (i32.add (i32.const 1) (i32.const 2)))
      (func $two (result i32 i32) (i32.extend8_s (i32.const 1)) (i32.trunc_sat_f32_s (f32.const 1)))
      (func (memory.fill (i32.const 0) (i32.const 0) (i32.const 9)) (memory.init 0 (i32.const 0) (i32.const 0) (i32.const 1)))
      (func (param externref v128) (drop (i8x16.add (local.get 1) (local.get 1))))`
    expect(await refusal(command(text))).toBe("admitted")
  })
})

describe("the check for unsupported features", () => {
  it("names tail calls", async () => {
    const loop = `(module (memory (export "memory") 1) (func $f (export "_start") (return_call $f)))`
    expect(await refusal(wat(loop))).toEqual(refusedFor("tail calls"))
  })

  it("names exceptions", async () => {
    expect(await refusal(command("(tag $t) (func (throw $t))"))).toEqual(refusedFor("exceptions"))
  })

  it("names threads, for shared memory and for atomic instructions", async () => {
    const shared = `(module (memory (export "memory") 1 2 shared) (func (export "_start")))`
    expect(await refusal(wat(shared))).toEqual(refusedFor("threads"))
    expect(await refusal(command("(func (drop (i32.atomic.load (i32.const 0))))"))).toEqual(refusedFor("threads"))
  })

  it("names 64-bit memory, defined and imported", async () => {
    const defined = `(module (memory (export "memory") i64 1) (func (export "_start")))`
    expect(await refusal(wat(defined))).toEqual(refusedFor("64-bit memory"))
    expect(await refusal(wat(`(module (import "a" "b" (memory i64 1)))`))).toEqual(refusedFor("64-bit memory"))
  })

  it("names several memories", async () => {
    expect(await refusal(command("(memory 1) (memory 1)"))).toEqual(refusedFor("several memories"))
  })

  it("names relaxed SIMD", async () => {
    const text = "(func (param v128 v128) (drop (i8x16.relaxed_swizzle (local.get 0) (local.get 1))))"
    expect(await refusal(command(text))).toEqual(refusedFor("relaxed SIMD"))
  })

  it("names garbage-collected types: arrays, structures, recursive groups", async () => {
    const array = [0x5e, 0x7f, 0x01]
    const structure = [0x5f, 0x01, 0x7f, 0x01]
    const group = [0x4e, 0x01, 0x5f, 0x00]
    for (const type of [array, structure, group]) {
      expect(await refusal(byHand(type, []))).toEqual(refusedFor("garbage-collected types"))
    }
  })

  it("refuses garbage-collected values that no type section reveals", async () => {
    // i32.const 0, ref.i31, drop
    expect(await refusal(byHand([], [0x41, 0, 0xfb, 0x1c, 0x1a]))).toEqual(
      refusedFor("instructions or types newer than those it knows")
    )
  })

  it("reports typed references, in types and in tables with an initial value", async () => {
    const takesReference = [0x60, 1, 0x63, 0, 0]
    expect(await refusal(byHand(takesReference, []))).toEqual(refusedFor("typed references"))
    const table = binary([1, 1, 0x60, 0, 0], [4, 1, 0x40, 0x00, 0x70, 0x00, 0x02, 0xd0, 0x70, 0x0b])
    expect(await refusal(table)).toEqual(refusedFor("typed references"))
  })

  it("refuses memory pages of an unusual size", async () => {
    expect(await refusal(binary([5, 1, 0x08, 1, 0]))).toEqual(refusedFor("memory pages of an unusual size"))
  })
})

describe("the check of a module's requirements", () => {
  it("reports how much memory is too much, in MiB", async () => {
    const all = `(module (memory (export "memory") 65536) (func (export "_start")))`
    expect(await refusal(wat(all))).toBe("it needs 4096 MiB of memory at the start; its limit is 16 MiB")
    const one = `(module (memory (export "memory") 257) (func (export "_start")))`
    expect(await refusal(wat(one))).toBe("it needs 16.06 MiB of memory at the start; its limit is 16 MiB")
  })

  it("counts the tables together", async () => {
    expect(await refusal(command("(table 600 funcref) (table 401 externref)"))).toBe(
      "its tables need 1001 entries at the start; the limit is 1000"
    )
  })

  it("names an import that does not exist", async () => {
    const unknown = `(import "wasi_snapshot_preview1" "sock_open" (func))`
    expect(await refusal(command(unknown))).toBe(
      'it imports "sock_open" from "wasi_snapshot_preview1", which this sandbox does not support'
    )
    expect(await refusal(command(`(import "env" "system" (func))`))).toBe(
      'it imports "system" from "env"; only "wasi_snapshot_preview1" is supported, so build it for wasm32-wasi'
    )
    expect(await refusal(command(`(import "wasi_snapshot_preview1" "toString" (func))`))).toContain('"toString"')
  })

  it("refuses memory, tables and globals from outside", async () => {
    const only = (kind: string) =>
      `it imports the ${kind} "a" from "wasi_snapshot_preview1"; only functions can be imported`
    const importing = (what: string) => wat(`(module (import "wasi_snapshot_preview1" "a" (${what})))`)
    expect(await refusal(importing("memory 1"))).toBe(only("memory"))
    expect(await refusal(importing("table 1 funcref"))).toBe(only("table"))
    expect(await refusal(importing("global i32"))).toBe(only("global"))
  })

  it("shows a hostile name escaped and cut", async () => {
    const hostile = String.raw`"\1b[31m\0a${"x".repeat(5_000)}"`
    const shown = await refusal(command(`(import "wasi_snapshot_preview1" ${hostile} (func))`))
    expect(shown).toMatch(/^[\x20-\x7e…]{1,200}$/)
  })

  it("requires a command: it exports a function and a memory, and nothing runs before", async () => {
    const memory = `(memory (export "memory") 1)`
    expect(await refusal(wat(`(module ${memory})`))).toContain('it exports no function "_start"')
    expect(await refusal(wat(`(module ${memory} (global (export "_start") i32 (i32.const 0)))`))).toContain(
      "no function"
    )
    expect(await refusal(wat(`(module ${memory} (func (export "_start") (param i64)))`))).toContain("takes or returns")
    expect(await refusal(wat(`(module (memory 1) (func (export "_start")))`))).toContain('no memory as "memory"')
    expect(await refusal(wat(`(module (func (export "_start")))`))).toContain("it has no memory")
    expect(await refusal(command("(func $s) (start $s)"))).toContain("it has a start section")
  })
})

describe("the check of bytes that are not a module", () => {
  it("describes the fault and its offset", async () => {
    expect(await refusal(new Uint8Array(0))).toBe(
      "it is not a valid WebAssembly module: it does not start with \\0asm (offset 0x0)"
    )
    expect(await refusal(Buffer.from("#!/bin/sh\n"))).toContain("it does not start with \\0asm")
    const component = [0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00]
    expect(await refusal(Uint8Array.from(component))).toContain("build a module instead of a component")
  })

  it("reports the engine's complaint", async () => {
    expect(await refusal(byHand([], [0x41]))).toMatch(
      /^it is not a valid WebAssembly module: .*\(offset 0x[0-9a-f]+\)$/
    )
  })

  it("refuses enormous bytes by their size alone", async () => {
    const enormous = new Uint8Array(bounds.moduleBytes + 1)
    expect(await refusal(enormous)).toBe("it has 1000001 bytes; the limit is 1000000")
  })

  it("refuses counts that cannot be true", async () => {
    expect(await refusal(binary([1, 0xff, 0xff, 0xff, 0xff, 0x0f]))).toBe(
      "it is not a valid WebAssembly module: it declares 4294967295 types in 0 bytes (offset 0xa)"
    )
    expect(await refusal(binary([1, 0xff, 0xff, 0xff, 0xff, 0x7f]))).toContain("a number is longer than 32 bits")
  })

  it("refuses more declarations than any program has", async () => {
    const globals = "(global i32 (i32.const 0))".repeat(20_001)
    expect(await refusal(command(globals))).toBe("it declares 20001 globals; the limit is 20000")
    const tables = "(table 0 funcref)".repeat(101)
    expect(await refusal(command(tables))).toBe("it declares 101 tables; the limit is 100")
  })

  it("refuses a section that occurs twice, because it would be rewritten twice", async () => {
    expect(await refusal(binary([5, 1, 0, 1], [5, 1, 0, 1]))).toContain("section 5 is duplicated")
  })
})
