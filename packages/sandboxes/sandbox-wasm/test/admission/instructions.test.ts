import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import loadWabt from "wabt"
import { admit } from "../../src/admission/admit.ts"
import { checkFeatures } from "../../src/admission/checkFeatures.ts"
import { deepestBlocks } from "../../src/admission/InstructionReader.ts"
import { readModuleShape } from "../../src/admission/ModuleShape.ts"
import { WebAssembly } from "../../src/admission/WebAssembly.ts"
import { bounds } from "./bounds.ts"
import { moduleOf } from "./large.ts"
import { binary, command } from "./wat.ts"

const wabt = await loadWabt()

/** The supported features, for another reader of the binary format. */
const run = {
  ...{ mutable_globals: true, sat_float_to_int: true, sign_extension: true, simd: true, multi_value: true },
  ...{ bulk_memory: true, reference_types: true, extended_const: true, exceptions: false, threads: false },
  ...{ function_references: false, tail_call: false, gc: false, memory64: false, multi_memory: false },
  relaxed_simd: false
}

const takenByWabt = (bytes: Uint8Array): boolean => {
  let module: ReturnType<typeof wabt.readWasm> | undefined
  try {
    module = wabt.readWasm(bytes, run)
    const validate: (features: object) => void = module.validate.bind(module)
    validate(run)
    return true
  } catch {
    return false
  } finally {
    module?.destroy()
  }
}

const taken = (bytes: Uint8Array): boolean => {
  try {
    checkFeatures(bytes, readModuleShape(bytes))
    return true
  } catch {
    return false
  }
}

const name = (text: string) => [text.length, ...Buffer.from(text)]

/** Makes a command with this code and one item of everything that an instruction may name by index 0. */
const running = (code: ReadonlyArray<number>, variables: ReadonlyArray<number> = [1, 1, 0x7f]) =>
  binary(
    [1, 1, 0x60, 0, 0],
    [3, 1, 0],
    [4, 1, 0x70, 0, 1],
    [5, 1, 0, 1],
    [6, 1, 0x7f, 1, 0x41, 0, 0x0b],
    [7, 2, ...name("memory"), 2, 0, ...name("_start"), 0, 0],
    [9, 1, 1, 0, 1, 0],
    [12, 1],
    [10, 1, code.length + variables.length, ...variables, ...code],
    [11, 1, 1, 1, 0]
  )

/**
 * Makes a command with an instruction anywhere in it. Zeros follow the instruction. Those that are not its operands are
 * `unreachable`, like the code before it.
 */
const anywhere = (...instruction: ReadonlyArray<number>) => running([0, ...instruction, ...new Array(20).fill(0), 0x0b])

const leb = (value: number) => (value < 128 ? [value] : [(value % 128) | 128, value >> 7])
const every = (count: number, ...first: ReadonlyArray<number>) =>
  Array.from({ length: count }, (_, code) => [...first, ...(first.length === 0 ? [code] : leb(code))])

describe("an instruction", () => {
  it.each([
    ["of one byte", every(256), 188],
    ["of bulk memory and tables", every(256, 0xfc), 18],
    ["of SIMD", every(512, 0xfd), 250],
    ["of threads", every(256, 0xfe), 1],
    ["of garbage-collected types", every(256, 0xfb), 1]
  ])("is accepted if another reader and the engine accept it: %s", (_what, instructions, least) => {
    const tried = instructions.map((instruction) => {
      const bytes = anywhere(...instruction)
      return { instruction, valid: WebAssembly.validate(bytes), wabt: takenByWabt(bytes), taken: taken(bytes) }
    })
    const valid = tried.filter((one) => one.valid)
    expect(valid.length).toBeGreaterThanOrEqual(least)
    expect(valid.filter((one) => one.taken !== one.wabt)).toEqual([])
    // The reader and the engine agree about an instruction's end.
    expect(tried.filter((one) => one.wabt && !one.taken)).toEqual([])
  })

  it("is skipped with its operands, even if a number is padded with zeros", async () => {
    const text = `(memory $m 1) (table $t 9 funcref) (data $d "abc") (elem $e func $f) (elem declare func $f) (global $g (mut i64) (i64.const -1))
      (type $two (func (param i32 i64) (result i64 i32)))
      (elem (table $t) (i32.const 1) funcref (ref.null func) (ref.func $f)) (elem funcref (ref.func $f))
      (data (memory $m) (i32.const -5) "xyz") (global f64 (f64.const 1)) (global v128 (v128.const i64x2 1 2)) (global funcref (ref.func $f))
      (func $f (param $p i32) (local f32 f64 v128 funcref externref)
        (br_table 0 0 0 0 (local.get $p))
        (block (result i32) (i32.const -2147483648)) (drop)
        (i32.const 1) (i64.const -9223372036854775808) (block (type $two) (drop) (drop) (i64.const 1) (i32.const 1)) (drop) (drop)
        (loop (br_if 0 (i32.const 0)))
        (if (result v128) (i32.const 1) (then (v128.const i32x4 1 2 3 4)) (else (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (v128.const i64x2 0 0) (v128.const i64x2 0 0)))) (drop)
        (drop (f32.add (f32.const 1.5) (f32.const -0.0))) (drop (f64.const 1e300))
        (drop (select (result funcref) (ref.null func) (ref.func $f) (i32.const 0)))
        (drop (ref.is_null (ref.null extern)))
        (i32.store offset=4294967295 align=1 (i32.const 0) (i32.const 300)) (drop (i64.load32_u offset=128 (i32.const 0)))
        (drop (v128.load8_lane offset=1000 15 (i32.const 0) (v128.const i64x2 0 0))) (drop (i32x4.extract_lane 3 (v128.const i64x2 0 0)))
        (drop (v128.load32_zero offset=999 (i32.const 0)))
        (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0)) (data.drop $d) (memory.copy (i32.const 0) (i32.const 0) (i32.const 0))
        (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 0)) (elem.drop $e) (table.copy $t $t (i32.const 0) (i32.const 0) (i32.const 0))
        (table.fill $t (i32.const 0) (ref.null func) (i32.const 0)) (drop (table.size $t)) (drop (table.grow $t (ref.null func) (i32.const 0)))
        (table.set $t (i32.const 0) (table.get $t (i32.const 0)))
        (call_indirect $t (param i32) (i32.const 1) (i32.const 0))
        (drop (memory.grow (memory.size))) (drop (i32.trunc_sat_f64_u (f64.const 1))) (drop (i64.extend32_s (i64.const 1))))`
    const bytes = await command(text.replace("(memory $m 1)", "").replace("(memory $m)", ""))
    expect([WebAssembly.validate(bytes), takenByWabt(bytes), taken(bytes)]).toEqual([true, true, true])
  })

  it("is checked throughout a large program", () => {
    const quickJs = new Uint8Array(readFileSync(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm"))))
    expect(taken(quickJs)).toBe(true)
    // The test replaces an instruction of the last function.
    const { sections } = readModuleShape(quickJs)
    const end = sections.find(({ id }) => id === 10)?.end ?? 0
    expect([quickJs[end - 1], taken(quickJs.with(end - 1, 0x12))]).toEqual([0x0b, false])
  })
})

describe("blocks", () => {
  const nested = (depth: number, open: ReadonlyArray<number>) =>
    moduleOf({ bodies: [Buffer.from([...new Array(depth).fill(open).flat(), ...new Array(depth).fill(0x0b)])] })

  it.each([
    ["blocks", [0x02, 0x40]],
    ["loops", [0x03, 0x40]],
    ["conditions", [0x41, 1, 0x04, 0x40]]
  ])("may nest deeper than any real program, up to a limit: %s", (_what, open) => {
    expect(admit(nested(deepestBlocks, open), bounds)).toHaveProperty("bytes")
    for (const depth of [deepestBlocks + 1, 100_000, 150_000])
      expect(admit(nested(depth, open), bounds)).toEqual({
        refused: expect.stringMatching(/^it nests blocks deeper than the limit of 10000 \(offset 0x[0-9a-f]+\)$/)
      })
  })

  it("may follow each other without end", () => {
    expect(
      admit(moduleOf({ bodies: [Buffer.alloc(300_000, Uint8Array.of(0x02, 0x40, 0x0b))] }), bounds)
    ).toHaveProperty("bytes")
  })
})
