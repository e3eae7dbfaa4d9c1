import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import loadWabt from "wabt"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const { parseWat } = await loadWabt()

/** Returns a folder with scripts, and with modules that are assembled from their text. */
const guests = (sources: Readonly<Record<string, string>>): string => {
  const cwd = folder()
  for (const [name, source] of Object.entries(sources))
    writeFileSync(join(cwd, name), name.endsWith(".wasm") ? parseWat(name, source).toBinary({}).buffer : source)
  return cwd
}

const write = `(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))`
const read = `(import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))`

/** A module that prints its input. */
const echo = `(module ${read} ${write} (memory (export "memory") 1)
  (data (i32.const 0) "\\10\\00\\00\\00\\00\\10\\00\\00")
  (func (export "_start")
    (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.store (i32.const 4) (i32.load (i32.const 8)))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))`

const spin = `(module (memory (export "memory") 1) (func (export "_start") (loop $l (br $l))))`

const answer = async (cwd: string, ...args: ReadonlyArray<string>) => {
  const { stdout, stderr, status } = await toolgate(["call", ...args, "--json"], { cwd })
  const { error, enforced, ...said } = JSON.parse(stdout) as Record<string, Record<string, unknown>>
  return { status, stderr, error, enforced, ...said }
}

describe("toolgate call, with a file for a tool", () => {
  it("runs a module in the WebAssembly sandbox", async () => {
    const cwd = guests({ "echo.wasm": echo })
    expect(await toolgate(["call", "./echo.wasm", '{"text":"a b"}'], { cwd })).toEqual({
      status: 0,
      stdout: '{\n  "text": "a b"\n}\n',
      stderr: ""
    })
    expect(await answer(cwd, "./echo.wasm", '{"text":"a b"}')).toMatchObject({
      toolName: "echo",
      sandbox: "wasm",
      success: true,
      output: { value: { text: "a b" } },
      enforced: { wallMs: "sigkill", memoryBytes: "engine", files: "copies" }
    })
  })

  it("runs a script there, TypeScript or JavaScript", async () => {
    const cwd = guests({
      "count.ts": "export default ({ text }: { text: string }) => text.split(' ').length",
      "count.mjs": "export default async ({ text }) => text.length"
    })
    expect(await toolgate(["call", "./count.ts", '{"text":"a b"}'], { cwd })).toEqual({
      status: 0,
      stdout: "2\n",
      stderr: ""
    })
    expect(await toolgate(["call", join(cwd, "count.mjs"), '{"text":"a b"}'])).toMatchObject({
      status: 0,
      stdout: "3\n"
    })
  })

  it.each([
    ["wallMs", "wall_time=300ms", "spin.wasm", spin, /exceeded its wall-time limit of 300 ms\.$/],
    ["cpuMs", "cpu_time=300ms", "spin.wasm", spin, /exceeded its CPU-time limit of 300 ms\.$/],
    [
      "memoryBytes",
      "memory=16MiB",
      "bomb.wasm",
      `(module (memory (export "memory") 1) (func (export "_start")
        (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (unreachable)))`,
      /16 MiB/
    ],
    [
      "outputBytes",
      "output=1KiB",
      "flood.wasm",
      `(module ${write} (memory (export "memory") 1) (data (i32.const 0) "\\10\\00\\00\\00\\80\\00\\00\\00")
        (func (export "_start") (loop $l (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br $l))))`,
      /1 KiB|1024 bytes/
    ]
  ])("ends it at the limit that --limit says, and names it: %s", async (endedBy, limit, name, source, message) => {
    const cwd = guests({ [name]: source })
    const { error, enforced, status } = await answer(cwd, `./${name}`, "{}", "--limit", limit)
    expect({ status, endedBy: enforced?.endedBy }).toEqual({ status: 1, endedBy })
    expect(error?.message).toMatch(message)
    expect(enforced?.reached).toContain(endedBy)
  })

  it("gives a module only the files of --files", async () => {
    const cwd = guests({
      "open.wasm": `(module
        (import "wasi_snapshot_preview1" "path_open" (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1) (data (i32.const 64) "open.wasm")
        (func (export "_start") (call $exit
          (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 9) (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 0)))))`
    })
    expect(await answer(cwd, "./open.wasm", "{}", "--files", "r")).toMatchObject({ success: true })
    expect(await answer(cwd, "./open.wasm", "{}")).toMatchObject({ error: { details: { exitStatus: 8 } } })
  })

  it.each([
    ["a file that is not there", ["./none.wasm"], 'The file "./none.wasm" does not exist.'],
    ["a folder", ["./dir.wasm"], 'The file "./dir.wasm" does not exist.'],
    ["no module", ["./notes.txt"], '"./notes.txt" is neither a module (.wasm) nor a script (.js, .mjs, .ts, .mts)'],
    ["a limit nobody knows", ["./a.ts", "--limit", "wal_time=1s"], 'did you mean "wall_time"?\n'],
    ["a limit without a unit", ["./a.ts", "--limit", "memory=16"], "needs a unit"],
    ["a limit twice", ["./a.ts", "--limit", "memory=1MiB", "--limit", "memory=2MiB"], "an earlier"],
    ["files for a script", ["./a.ts", "--files", "r"], 'The flag "--files" is for modules'],
    [
      "a guest's flag with a tool's name",
      ["read_file", "--files", "r"],
      'The flag "--files" is for a module that is called as a file'
    ],
    [
      "a variable without a value",
      ["./a.wasm", "--guest-env", "A"],
      '"A" is not a value of "--guest-env"; it takes NAME=VALUE.'
    ],
    ["a folder without files", ["./a.wasm", "--guest-dir", "data"], 'needs "--files r"']
  ])("says what is wrong with %s, and calls nothing", async (_what, args, message) => {
    const cwd = guests({ "a.ts": "export default () => 1", "a.wasm": spin, "notes.txt": "" })
    const { status, stdout, stderr } = await toolgate(["call", ...args], { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" })
    expect(stderr).toContain(message)
    expect(stderr.startsWith("toolgate: ")).toBe(true)
  })

  it("explains why a module cannot run, before anything happens", async () => {
    const cwd = folder({ "bad.wasm": "no module", "bad.ts": "export default ({)" })
    for (const file of ["./bad.wasm", "./bad.ts"]) {
      const { status, stderr } = await toolgate(["call", file], { cwd })
      expect(status).not.toBe(0)
      expect(stderr).toContain(file.slice(2))
    }
  })
})
