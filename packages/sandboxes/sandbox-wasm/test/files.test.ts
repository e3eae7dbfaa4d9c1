import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileAccess, ResolvedPath } from "@toolgate/core"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { GuestFolder } from "./guests.ts"
import { OpenSandbox } from "./sandbox.ts"

const guests = new GuestFolder()
afterAll(() => guests[Symbol.dispose]())

let wasm: OpenSandbox
beforeEach(async () => {
  wasm = await OpenSandbox.open({ pool: { spares: 0 }, files: { bytes: 100_000, entries: 20 } })
})
afterEach(() => wasm[Symbol.asyncDispose]())

const here = (name: string) => join(wasm.workspace, name)
const put = (name: string, text: string) => writeFileSync(here(name), text)
const got = (name: string) => readFileSync(here(name), "utf8")
const exact = (name: string, mode: FileAccess["mode"]): FileAccess => ({
  path: here(name) as ResolvedPath,
  mode,
  scope: "exact"
})

/**
 * Makes a command of these steps. Each step gives an error number, 0 for success, and the command ends with the first
 * that is not 0.
 */
const files = (steps: string, data: ReadonlyArray<string> = []) =>
  guests.wat(`(module
    (import "wasi_snapshot_preview1" "path_open"
      (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_symlink" (func $symlink (param i32 i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_unlink_file" (func $unlink (param i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_create_directory" (func $mkdir (param i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_remove_directory" (func $rmdir (param i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_prestat_get" (func $prestat (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 1)
    ${data.map((text, n) => `(data (i32.const ${at(n)}) "${text}")`).join("\n")}
    (func $must (param $errno i32) (if (local.get $errno) (then (call $exit (local.get $errno)))))
    (func $open (param $path i32) (param $length i32) (param $flags i32) (param $rights i64) (result i32)
      (call $path_open (i32.const 3) (i32.const 1) (local.get $path) (local.get $length) (local.get $flags)
        (local.get $rights) (i64.const 0) (i32.const 0) (i32.const 32)))
    (func $put (param $path i32) (param $length i32) (result i32)
      (call $must (call $open (local.get $path) (local.get $length) (i32.const 9) (i64.const 64)))
      (i32.store (i32.const 0) (i32.const 48)) (i32.store (i32.const 4) (i32.const 3))
      (i32.store (i32.const 48) (i32.const 0x77656e))
      (call $fd_write (i32.load (i32.const 32)) (i32.const 0) (i32.const 1) (i32.const 8)))
    (func $print (param $path i32) (param $length i32) (result i32)
      (call $must (call $open (local.get $path) (local.get $length) (i32.const 0) (i64.const 2)))
      (i32.store (i32.const 0) (i32.const 8192)) (i32.store (i32.const 4) (i32.const 50000))
      (call $must (call $fd_read (i32.load (i32.const 32)) (i32.const 0) (i32.const 1) (i32.const 8)))
      (i32.store (i32.const 4) (i32.load (i32.const 8)))
      (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
    (func (export "_start") ${steps}))`)

/** Returns the address of the text with this number. */
const at = (n: number) => 1024 + 128 * n

/** A step on paths, each given by its address and its length. */
const step =
  (name: string, ...paths: ReadonlyArray<string>) =>
  (from: number) =>
    `(call $must (call ${name} ${paths.map((path, n) => `(i32.const ${at(from + n)}) (i32.const ${path.length})`).join(" ")}))`

const guestOf = (...steps: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>) => {
  const data: Array<string> = []
  const code = steps.map(([name, ...paths]) => {
    const from = data.length
    data.push(...paths)
    const places = paths.map((path, n) => `(i32.const ${at(from + n)}) (i32.const ${path.length})`)
    // Links and folders are made, and files unlinked, from the open folder.
    if (name === "$symlink") return `(call $must (call $symlink ${places[0]} (i32.const 3) ${places[1]}))`
    return `(call $must (call ${name} ${name === "$put" || name === "$print" ? "" : "(i32.const 3)"} ${places[0]}))`
  })
  return { module: files(code.join("\n"), data), output: "text" as const }
}

const text = (output: { readonly content: ReadonlyArray<unknown> }) => output.content

describe("the files that a command receives", () => {
  it("are copies of the files of its grant, beneath its folders", async () => {
    mkdirSync(here("sub"))
    put("sub/a.txt", "from the host")
    const { output, error } = await wasm.run({ guest: guestOf(["$print", "sub/a.txt"]), files: wasm.tree("r") })
    expect([error, text(output)]).toEqual([undefined, [{ type: "text", text: "from the host" }]])
  })

  it("are one granted file, but not its neighbours", async () => {
    put("a.txt", "a")
    put("b.txt", "b")
    const one = { files: [exact("a.txt", "r")] }
    expect(text((await wasm.run({ guest: guestOf(["$print", "a.txt"]), ...one })).output)).toEqual([
      { type: "text", text: "a" }
    ])
    const other = await wasm.run({ guest: guestOf(["$print", "b.txt"]), ...one })
    expect(other.error?.details).toEqual({ exitStatus: 44 })
  })

  it("exclude files that the grant excepts", async () => {
    put("secret.txt", "s")
    const { error } = await wasm.run({
      guest: guestOf(["$print", "secret.txt"]),
      files: wasm.tree("rw", "secret.txt")
    })
    expect(error?.details).toEqual({ exitStatus: 44 })
  })

  it("include no folder without a grant", async () => {
    put("a.txt", "a")
    const { error } = await wasm.run({ guest: guestOf(["$print", "a.txt"]) })
    expect(error?.details).toEqual({ exitStatus: 8 })
  })

  it("include no folder outside of its grant", async () => {
    mkdirSync(here("sub"))
    put("sub/a.txt", "a")
    put("b.txt", "b")
    const guest = { ...guestOf(["$print", "a.txt"]), folders: { ".": ".." } }
    const files = [{ path: here("sub") as ResolvedPath, mode: "r", scope: "tree" }] as const
    // The folder above shows only what is granted, under its name there.
    expect((await wasm.run({ guest, files })).error?.details).toEqual({ exitStatus: 44 })
    const beside = { ...guestOf(["$print", "b.txt"]), folders: { ".": "other" } }
    expect((await wasm.run({ guest: beside, files })).error?.details).toEqual({ exitStatus: 8 })
  })

  it("are refused if they have too many bytes", async () => {
    put("large", "x".repeat(100_001))
    const { error } = await wasm.run({ guest: guestOf(["$print", "large"]), files: wasm.tree("r") })
    expect([error?.why, error?.message]).toEqual([
      "LimitExceeded",
      'The files granted to tool "guest" exceed the limit of 100000 bytes; grant fewer.'
    ])
  })

  it("are refused if one cannot be read, because it would seem missing and be overwritten", async () => {
    await using large = await OpenSandbox.open({ pool: { spares: 0 }, files: { bytes: 2 ** 28 } })
    const path = join(large.workspace, "large")
    writeFileSync(path, "")
    truncateSync(path, 2 ** 26 + 1)
    const { error } = await large.run({ guest: guestOf(["$put", "large"]), files: large.tree("rw") })
    expect(error?.message).toBe('Cannot copy a file that tool "guest" was granted: it is too large to be read whole.')
    expect(statSync(path).size).toBe(2 ** 26 + 1)
  })

  it("are refused if they are too many", async () => {
    for (let n = 0; n < 20; n++) put(`${n}`, "")
    const { error } = await wasm.run({ guest: guestOf(["$print", "1"]), files: wasm.tree("r") })
    expect(error?.message).toBe(
      'The files granted to tool "guest" exceed the limit of 20 files and folders; grant fewer.'
    )
  })
})

describe("a change of a command", () => {
  it("is written back after the command has succeeded", async () => {
    put("old.txt", "old")
    put("gone.txt", "gone")
    const { output, error } = await wasm.run({
      guest: guestOf(["$put", "old.txt"], ["$mkdir", "sub"], ["$put", "sub/new.txt"], ["$unlink", "gone.txt"]),
      files: wasm.tree("rw")
    })
    expect([error, output.filesModified]).toEqual([undefined, ["old.txt", "sub/new.txt", "gone.txt"]])
    expect([got("old.txt"), got("sub/new.txt"), readdirSync(wasm.workspace).sort()]).toEqual([
      "new",
      "new",
      ["old.txt", "sub"]
    ])
  })

  it("may be a folder, even an empty or a deleted one", async () => {
    mkdirSync(here("gone/sub"), { recursive: true })
    const { output, error } = await wasm.run({
      guest: guestOf(
        ["$mkdir", "empty"],
        ["$mkdir", "outer"],
        ["$mkdir", "outer/inner"],
        ["$mkdir", "outer/full"],
        ["$put", "outer/full/x"],
        ["$rmdir", "gone/sub"],
        ["$rmdir", "gone"]
      ),
      files: wasm.tree("rw")
    })
    expect([error, new Set(output.filesModified)]).toEqual([
      undefined,
      new Set(["empty", "outer/inner", "outer/full/x", "gone/sub", "gone"])
    ])
    expect([readdirSync(wasm.workspace).sort(), readdirSync(here("outer")).sort(), got("outer/full/x")]).toEqual([
      ["empty", "outer"],
      ["full", "inner"],
      "new"
    ])
  })

  it("is not written if the command failed or was ended", async () => {
    const fails = guestOf(["$put", "a.txt"], ["$print", "nowhere"])
    const { error, output } = await wasm.run({ guest: fails, files: wasm.tree("rw") })
    expect([error?.details, output.filesModified]).toEqual([{ exitStatus: 44 }, undefined])
    const spins = { module: files(`${step("$put", "a.txt")(0)} (loop $l (br $l))`, ["a.txt"]) }
    await wasm.run({ guest: spins, files: wasm.tree("rw"), limits: { wallMs: 200 } })
    expect(readdirSync(wasm.workspace)).toEqual([])
  })

  it("is not possible if the grant is only for reading", async () => {
    put("a.txt", "a")
    const { error } = await wasm.run({ guest: guestOf(["$put", "a.txt"]), files: wasm.tree("r") })
    expect(error?.why).toBe("ToolFailed")
    expect(got("a.txt")).toBe("a")
  })

  it("may be a file that the command may not read", async () => {
    put("a.txt", "old")
    const { error, output } = await wasm.run({ guest: guestOf(["$put", "a.txt"]), files: [exact("a.txt", "w")] })
    expect([error, output.filesModified, got("a.txt")]).toEqual([undefined, ["a.txt"], "new"])
  })

  it("is refused and named if the grant excepts it, and every other change is written", async () => {
    const { output, error } = await wasm.run({
      guest: guestOf(["$put", "a.txt"], ["$put", "secret.txt"], ["$put", "z.txt"]),
      files: wasm.tree("rw", "secret.txt")
    })
    expect([error?.why, error?.details, output.filesModified]).toEqual([
      "FileDenied",
      { paths: ["secret.txt"] },
      ["a.txt", "z.txt"]
    ])
    expect(error?.message).toMatch(
      /^Tool "guest" made changes that were refused and not written: "secret\.txt" \(.*\)\.$/
    )
    expect(readdirSync(wasm.workspace).sort()).toEqual(["a.txt", "z.txt"])
  })

  it("cannot be outside its folder, even through its links", async () => {
    const out = guestOf(["$put", "../out.txt"])
    expect((await wasm.run({ guest: out, files: wasm.tree("rw") })).error?.why).toBe("ToolFailed")
    const climbing = guestOf(["$symlink", ".", "lnk"], ["$symlink", "lnk/..", "esc"], ["$put", "esc/out.txt"])
    expect((await wasm.run({ guest: climbing, files: wasm.tree("rw") })).error?.why).toBe("ToolFailed")
    const absolute = guestOf(["$symlink", "/etc", "etc"], ["$put", "etc/out.txt"])
    expect((await wasm.run({ guest: absolute, files: wasm.tree("rw") })).error?.why).toBe("ToolFailed")
    expect(readdirSync(wasm.workspace)).toEqual([])
  })

  it("cannot be a link, even to a file in its folder", async () => {
    const { error } = await wasm.run({ guest: guestOf(["$symlink", "a.txt", "lnk"]), files: wasm.tree("rw") })
    expect([error?.why, error?.details]).toEqual(["FileDenied", { paths: ["lnk"] }])
    expect(readdirSync(wasm.workspace)).toEqual([])
  })

  it("does not go through a link of the host that leads out", async () => {
    symlinkSync("/tmp", here("lnk"))
    const { error } = await wasm.run({ guest: guestOf(["$put", "lnk/toolgate-out.txt"]), files: wasm.tree("rw") })
    expect(error).toBeDefined()
    expect(readdirSync("/tmp")).not.toContain("toolgate-out.txt")
  })
})
