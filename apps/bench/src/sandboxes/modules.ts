import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import loadWabt from "wabt"

const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-"))

/** Writes a temporary file, and returns its path. */
export const writeTemporaryFile = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Assembles a WebAssembly module from its text. */
export const assembleModule = async (
  name: string,
  text: string
): Promise<{ readonly path: string; readonly bytes: Buffer }> => {
  const { parseWat } = await loadWabt()
  const bytes = Buffer.from(parseWat(name, text).toBinary({}).buffer)
  return { path: writeTemporaryFile(`${name}.wasm`, bytes), bytes }
}

const start = (body: string, imports = "") =>
  `(module ${imports} (memory (export "memory") 1) (data (i32.const 0) "\\10\\00\\00\\00\\02\\00\\00\\00{}")
    (func (export "_start") ${body}))`

/** The text of a module that prints `{}`. */
export const printing = start(
  "(i32.store16 (i32.const 16) (i32.const 0x7d7b)) (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))",
  `(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))`
)

/** The texts of endless guests, each for a different reason. */
export const measureRunaways = {
  "a loop": start("(loop $l (br $l))"),
  "a loop of bulk memory": start("(loop $l (memory.fill (i32.const 0) (i32.const 1) (i32.const 65536)) (br $l))"),
  "a wait without end": start(
    "(i32.store8 (i32.const 24) (i32.const 0)) (loop $l (i64.store (i32.const 40) (i64.const 0x7fffffffffff)) (drop (call $poll (i32.const 16) (i32.const 128) (i32.const 1) (i32.const 200))) (br $l))",
    `(import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))`
  )
}

/** An endless script, in a native loop that never checks for an interrupt. */
export const endlessScript = `export default () => { for (;;) "a".repeat(400000).indexOf("a".repeat(200000) + "b") }`
