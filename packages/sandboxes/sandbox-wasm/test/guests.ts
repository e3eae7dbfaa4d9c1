import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import loadWabt from "wabt"

const wabt = await loadWabt()

/** The guests that tests write: modules in the text format of WebAssembly, and scripts. */
export class GuestFolder implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "toolgate-guests-"))
  private count = 0

  constructor() {
    mkdirSync(this.folder, { recursive: true })
  }

  /** Makes a module of WASI preview 1 from the content of its `(module …)`. */
  wat(text: string): string {
    const parsed = wabt.parseWat("guest.wat", text, { bulk_memory: true, tail_call: true })
    const { buffer } = parsed.toBinary({})
    parsed.destroy()
    return this.file(buffer, "wasm")
  }

  /** Makes a command with imports, one memory of this many pages, and this body of `_start`. */
  command(body: string, { pages = 1, data = "" }: { pages?: number; data?: string } = {}): string {
    return this.wat(`(module
      (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
      (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
      (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
      (memory (export "memory") ${pages})
      ${data}
      (func $write (param $fd i32) (param $at i32) (param $length i32)
        (i32.store (i32.const 0) (local.get $at))
        (i32.store (i32.const 4) (local.get $length))
        (drop (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))
      (func (export "_start") ${body}))`)
  }

  /** Makes a command that prints a text to a stream and ends. */
  printing(text: string, stream: 1 | 2 = 1): string {
    const escaped = [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("")
    return this.command(`(call $write (i32.const ${stream}) (i32.const 16) (i32.const ${Buffer.byteLength(text)}))`, {
      data: `(data (i32.const 16) "${escaped}")`
    })
  }

  script(text: string, extension: "js" | "ts" = "js"): string {
    return this.file(text, extension)
  }

  file(content: string | Uint8Array, extension: string): string {
    const path = join(this.folder, `guest-${++this.count}.${extension}`)
    writeFileSync(path, content)
    return path
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
