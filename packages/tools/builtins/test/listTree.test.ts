import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type FileAccess, type FileEntry, FileSystems, makeAwaitable } from "@toolgate/core"
import { NodeFileSystems, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { listDir } from "../src/index.ts"
import { callTool, refusalOf, texts } from "./callTool.ts"
import { memoryFiles } from "./memoryFiles.ts"

const fileSystem = Effect.runSync(Effect.provide(FileSystems, NodeFileSystems.layer))

const opened = async (paths: ReadonlyArray<string>, except: FileAccess["except"] = []) => {
  const folder = await mkdtemp(join(tmpdir(), "toolgate-builtins-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const path of paths) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), "hello")
  }
  const workspace = await Effect.runPromise(openWorkspace(folder))
  return { folder, files: fileSystem.open([{ path: workspace, mode: "r", scope: "tree", except }], workspace) }
}

const tree = ["a.ts", "src/b.ts", "src/deep/c.ts", "src/deep/d.md", "src-b/e.ts"]

describe("list_dir beneath a directory", () => {
  it("names the entries of subdirectories by paths, each directory before its entries", async () => {
    const { files } = await opened(tree)
    const output = await callTool(listDir, { recursive: true }, files)
    expect((texts(output)[0] ?? "").split("\n")).toEqual([
      "a.ts (5 bytes)",
      "src/",
      "src/b.ts (5 bytes)",
      "src/deep/",
      "src/deep/c.ts (5 bytes)",
      "src/deep/d.md (5 bytes)",
      "src-b/",
      "src-b/e.ts (5 bytes)"
    ])
    expect(output.value).toMatchObject({ total: 8, cut: false, not_entered: 0 })
  })

  it.each([
    ["*.ts", {}, ["a.ts"]],
    ["*.ts", { recursive: true }, ["a.ts", "src/b.ts", "src/deep/c.ts", "src-b/e.ts"]],
    ["src/**/*.ts", {}, ["src/b.ts", "src/deep/c.ts"]],
    ["src/*", { recursive: false }, []],
    ["**/deep", {}, ["src/deep"]],
    ["**", { path: "src" }, ["b.ts", "deep", "deep/c.ts", "deep/d.md"]],
    ["?.ts", { path: "src" }, ["b.ts"]],
    ["none", {}, []]
  ])("lists matches of %s with %o", async (glob, more, names) => {
    const { files } = await opened(tree)
    const output = await callTool(listDir, { ...more, glob }, files)
    const { entries } = output.value as { entries: ReadonlyArray<{ name: string }> }
    expect(entries.map(({ name }) => name)).toEqual(names)
    if (names.length === 0) expect(texts(output)).toEqual(["[Nothing matches the pattern.]"])
  })

  it("continues a cut listing of a tree", async () => {
    const { files } = await opened(tree)
    const first = await callTool(listDir, { recursive: true, max_entries: 5 }, files)
    expect(texts(first)[0]).toMatch(/src\/deep\/c\.ts \(5 bytes\)\n\[5 of 8 entries; 3 more follow\./)
    const rest = await callTool(listDir, { recursive: true, after: "src/deep/c.ts" }, files)
    expect(texts(rest)).toEqual(["src/deep/d.md (5 bytes)\nsrc-b/\nsrc-b/e.ts (5 bytes)"])
  })

  it("follows no link: out of the workspace, up, or to a sibling", async () => {
    const { files, folder } = await opened(["src/a.ts"])
    await symlink("/etc", join(folder, "out"))
    await symlink("..", join(folder, "src/up"))
    await symlink("src", join(folder, "beside"))
    const [text] = texts(await callTool(listDir, { glob: "**" }, files))
    expect(text).toBe("beside -> src\nout -> /etc\nsrc/\nsrc/a.ts (5 bytes)\nsrc/up -> ..")
  })

  it("does not enter a directory that the call may not read, and reports it", async () => {
    const { files } = await opened(["keys/a", "src/b"], [{ pattern: "/**/keys", mode: "rw" }])
    const output = await callTool(listDir, { recursive: true }, files)
    expect(texts(output)).toEqual([
      "keys/\nsrc/\nsrc/b (5 bytes)\n[1 subdirectory was not entered: this call may not read what is there, or it changed meanwhile.]"
    ])
    expect(output.value).toMatchObject({ not_entered: 1 })
  })

  it.skipIf(process.platform === "win32")("names a pipe, and an entry with a name that is not text", async () => {
    const { files, folder } = await opened([])
    execFileSync("mkfifo", [join(folder, "pipe")])
    await mkdir(Buffer.from(`${folder}/\xff`, "latin1"))
    await writeFile(join(folder, "a\u001b[2K\nb"), "")
    const output = await callTool(listDir, { recursive: true }, files)
    expect(texts(output)[0]).toContain("pipe (neither file, directory nor link)")
    expect(texts(output)[0]).toContain('"a\\u001b[2K\\nb" (0 bytes)')
    expect(output.value).toMatchObject({ total: 3, not_entered: 1 })
  })

  it("continues if a directory is replaced during the walk", async () => {
    const entry = (name: string, kind: FileEntry["kind"]): FileEntry => ({ name, kind, size: 0 })
    const disk = await opened(["b/inside"])
    await symlink("/etc", join(disk.folder, "a"))
    const list = (path: string) =>
      path === "."
        ? makeAwaitable(Effect.succeed([entry("a", "directory"), entry("b", "directory"), entry("gone", "directory")]))
        : disk.files.list(path)
    const output = await callTool(listDir, { recursive: true }, { ...memoryFiles(new Map()), list })
    expect(output.value).toMatchObject({
      entries: [{ name: "a" }, { name: "b" }, { name: "b/inside" }, { name: "gone" }],
      not_entered: 2
    })
  })

  it("stops in an endless tree", async () => {
    const inside: ReadonlyArray<FileEntry> = Array.from({ length: 50 }, (_, index) => ({
      name: `d${index}`,
      kind: "directory",
      size: 0
    }))
    const files = { ...memoryFiles(new Map()), list: () => makeAwaitable(Effect.succeed(inside)) }
    const output = await callTool(listDir, { recursive: true, max_entries: 10_000 }, files)
    expect(output.value).toMatchObject({ cut: true })
    expect(texts(output)[0]).toMatch(/more than 100000 entries, and not all directories were entered/)
    expect(Buffer.byteLength(texts(output)[0] ?? "")).toBeLessThan(1_001_000)
  })

  it.each([
    [{ glob: "a".repeat(257) }, 'The argument "glob" has 257 characters; the limit is 256.'],
    [{ glob: "" }, 'The argument "glob" is empty.'],
    [{ glob: "../**" }, 'The argument "glob" holds ".."; write where it leads.'],
    [
      { glob: "/etc/*" },
      'The argument "glob" begins at the root; write it from the directory that is listed, as in src/**.'
    ],
    [
      { glob: "*.{ts,md}" },
      'The argument "glob" holds "{", which means nothing here; write "\\{" for the character itself.'
    ],
    [{ max_entries: 10_001 }, 'The argument "max_entries" must be at most 10000.']
  ])("refuses %o", async (args, message) => {
    expect((await refusalOf(listDir, args, memoryFiles(new Map()))).message).toBe(message)
  })

  it("matches a pattern that would explode in a regular expression", async () => {
    const { files } = await opened([`${"a".repeat(200)}`])
    const output = await callTool(listDir, { glob: `${"*a".repeat(100)}*b`, recursive: true }, files)
    expect(output.value).toMatchObject({ total: 0 })
  })
})
