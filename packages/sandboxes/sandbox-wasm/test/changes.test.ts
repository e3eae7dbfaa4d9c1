import { readdirSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

/** Makes a guest that makes a file of this size, and links it to further names of this length. */
const naming = (size: number, names: number, length: number) => ({
  module: guests.wat(`(module
    (import "wasi_snapshot_preview1" "path_open"
      (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_filestat_set_size" (func $resize (param i32 i64) (result i32)))
    (import "wasi_snapshot_preview1" "path_link" (func $link (param i32 i32 i32 i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 1)
    (data (i32.const 64) "f") (data (i32.const 128) "${"n".repeat(length)}")
    (func $must (param $errno i32) (if (local.get $errno) (then (call $exit (local.get $errno)))))
    (func (export "_start") (local $n i32)
      (call $must (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 9)
        (i64.const ${64 | (1 << 22)}) (i64.const 0) (i32.const 0) (i32.const 0)))
      (call $must (call $resize (i32.load (i32.const 0)) (i64.const ${size})))
      (loop $more
        (i32.store (i32.const 128)
          (i32.add (i32.const 0x61616161) (i32.add (i32.and (local.get $n) (i32.const 15))
            (i32.add (i32.shl (i32.and (local.get $n) (i32.const 0xf0)) (i32.const 4))
              (i32.add (i32.shl (i32.and (local.get $n) (i32.const 0xf00)) (i32.const 8))
                (i32.shl (i32.and (local.get $n) (i32.const 0xf000)) (i32.const 12)))))))
        (call $must (call $link (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 1)
          (i32.const 3) (i32.const 128) (i32.const ${length})))
        (br_if $more (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const ${names}))))))`)
})

const tooMuch =
  'Tool "guest" changed too many files to write back, counting every name of a file; no change was written.'

describe("the changes of a command", () => {
  it("are written for each name of a file", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 }, files: { bytes: 1_000 } })
    const { error, output } = await wasm.run({ guest: naming(100, 9, 8), files: wasm.tree("rw") })
    expect([error, output.filesModified?.length]).toEqual([undefined, 10])
  })

  it("may not exceed the file limit, even if one file has many names", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 }, files: { bytes: 1_000 } })
    const { error } = await wasm.run({ guest: naming(100, 10, 8), files: wasm.tree("rw") })
    expect([error?.message, readdirSync(wasm.workspace)]).toEqual([tooMuch, []])
  })

  it("take no memory for each name of a large file", async () => {
    // 1.9 TiB in total: copying them would crash the machine instead of the test.
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const { error } = await wasm.run({ guest: naming(60 * 2 ** 20, 32_000, 8), files: wasm.tree("rw") })
    expect(error?.message).toBe(tooMuch)
  })

  it("are refused without a protocol error if they do not fit into one frame", async () => {
    await using wasm = await OpenSandbox.open({ pool: { spares: 0 } })
    const { error } = await wasm.run({ guest: naming(0, 20_000, 250), files: wasm.tree("rw") })
    expect([error?.message, readdirSync(wasm.workspace)]).toEqual([tooMuch, []])
  })
})
