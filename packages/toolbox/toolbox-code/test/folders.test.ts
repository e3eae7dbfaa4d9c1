import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, open, rm, symlink, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type FileAccess, type FileEntry, FileSystems, type Files, makeAwaitable, type Tool } from "@toolgate/core"
import { createJobContext } from "@toolgate/toolbox-testing/createJobContext"
import { NodeFileSystems, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { glob, searchFiles } from "../src/index.ts"

const fileSystem = Effect.runSync(Effect.provide(FileSystems, NodeFileSystems.layer))

/** Creates a workspace, and returns a function that calls tools with a grant for all but some files. */
const workspaceOf = async (texts: Readonly<Record<string, string>>, except: FileAccess["except"] = []) => {
  const folder = await mkdtemp(join(tmpdir(), "toolgate-folders-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const workspace = await Effect.runPromise(openWorkspace(folder))
  const files = fileSystem.open([{ path: workspace, mode: "r", scope: "tree", except }], workspace)
  const call = async (tool: Tool, args: object, own: Partial<Files> = {}) => {
    const [implementation] = tool.implementations
    if (implementation?.kind !== "function") throw new Error("The tool is no function.")
    const resources = [{ kind: "file", path: workspace, mode: "r", scope: "tree" }] as const
    const context = { ...createJobContext(), files: { ...files, ...own }, resources }
    const output = (await implementation.make().execute(args, context as never)) as { readonly value: unknown }
    return output.value
  }
  return { folder, workspace, files, call }
}

describe("the tools that read a folder", () => {
  it("skip files and folders that the grant excludes, and count them", async () => {
    const { call } = await workspaceOf({ a: "key", ".env": "key", "keys/b": "key" }, [
      { pattern: "/**/.env", mode: "rw" },
      { pattern: "/**/keys", mode: "rw" }
    ])
    expect(await call(searchFiles, { pattern: "key" })).toMatchObject({
      matches: [{ path: "a" }],
      files_searched: 1,
      skipped: { denied: 1, folders: 1 }
    })
    expect(await call(glob, { pattern: "**" })).toMatchObject({ total: 2, unread_folders: 1 })
  })

  it("follow no link, and read neither a pipe nor a linked .gitignore", async () => {
    const { folder, call } = await workspaceOf({ "src/a": "root:\n" })
    await symlink("/etc", join(folder, "out"))
    await symlink("/etc/passwd", join(folder, "passwd"))
    await symlink("/etc/passwd", join(folder, ".gitignore"))
    await symlink("..", join(folder, "src/up"))
    execFileSync("mkfifo", [join(folder, "pipe")])
    execFileSync("mkfifo", [join(folder, "src/.gitignore")])
    expect(await call(searchFiles, { pattern: "root:" })).toMatchObject({
      matches: [{ path: "src/a" }],
      files_searched: 1,
      skipped: { denied: 0, unreadable: 0, folders: 0 }
    })
    expect(await call(glob, { pattern: "**" })).toMatchObject({ files: [{ path: "src/a" }], total: 1 })
  })

  it("read nothing outside if files and folders become links after they were listed", async () => {
    const { folder, workspace, files, call } = await workspaceOf({ "a/x": "root:", b: "root:", c: "root:", d: "root:" })
    let isExchanged = false
    const list: Files["list"] = (path) =>
      makeAwaitable(
        Effect.gen(function* () {
          const entries = yield* files.list(path)
          if (path !== workspace || isExchanged) return entries
          isExchanged = true
          return yield* Effect.promise(async () => {
            for (const name of ["a", "b", "c"]) await rm(join(folder, name), { recursive: true })
            await symlink("/etc", join(folder, "a"))
            await symlink("/etc/passwd", join(folder, "b"))
            execFileSync("mkfifo", [join(folder, "c")])
            return entries
          })
        })
      )
    expect(await call(searchFiles, { pattern: "root:" }, { list })).toMatchObject({
      matches: [{ path: "d" }],
      files_searched: 1,
      skipped: { denied: 1, unreadable: 1, folders: 1 }
    })
  })

  it("skip files of more than 10 MB, even if they grew after the listing", async () => {
    const { folder, files, call } = await workspaceOf({ small: "needle" })
    const sparse = await open(join(folder, "sparse"), "w")
    await sparse.truncate(1024 ** 3)
    await sparse.close()
    await writeFile(join(folder, "grown"), "x".repeat(10_000_001))
    const asSmall = (entry: FileEntry) => (entry.name === "grown" ? { ...entry, size: 1 } : entry)
    const list: Files["list"] = (path) => makeAwaitable(Effect.map(files.list(path), (all) => all.map(asSmall)))
    expect(await call(searchFiles, { pattern: "needle" }, { list })).toMatchObject({
      matches: [{ path: "small" }],
      files_searched: 1,
      skipped: { too_large: 2 }
    })
  })

  it("preserve names with control characters or invalid Unicode", async () => {
    const { folder, call } = await workspaceOf({ "a\nb\u001b[2K": "needle", "-x": "needle", "[z]": "needle" })
    await writeFile(Buffer.from(`${folder}/\xff`, "latin1"), "needle")
    const found = (await call(searchFiles, { pattern: "needle" })) as { matches: ReadonlyArray<{ path: string }> }
    expect(found).toMatchObject({ files_searched: 3, skipped: { unreadable: 1 } })
    expect(found.matches.map(({ path }) => path)).toEqual(["-x", "[z]", "a\nb\u001b[2K"])
  })

  it("list the newest files first", async () => {
    const { folder, call } = await workspaceOf({ a: "", b: "", "c/d": "" })
    await utimes(join(folder, "a"), 3000, 3000)
    await utimes(join(folder, "b"), 1000, 1000)
    await utimes(join(folder, "c/d"), 2000, 2000)
    expect(await call(glob, { pattern: "**", max_files: 2 })).toEqual({
      files: [
        { path: "a", size: 0 },
        { path: "c/d", size: 0 }
      ],
      total: 3,
      unread_folders: 0,
      cut: true
    })
  })

  it("handle 100,000 files, and stop in an endless folder", async () => {
    const { workspace, call } = await workspaceOf({})
    const entries = (kind: "file" | "directory", count: number) =>
      Array.from({ length: count }, (_, at): FileEntry => ({ name: `${kind}${at}`, kind, size: 1 }))
    const many = entries("file", 100_000)
    const list = (path: string) => makeAwaitable(Effect.succeed(path === workspace ? many : []))
    expect(await call(glob, { pattern: "*9" }, { list })).toMatchObject({ total: 10_000, cut: true })
    const folders = [...entries("directory", 100), ...entries("file", 1)]
    const endless = () => makeAwaitable(Effect.succeed(folders))
    expect(await call(glob, { pattern: "none" }, { list: endless })).toMatchObject({ total: 0, cut: true })
  })

  it("fail if the folder itself cannot be listed", async () => {
    const { files, call } = await workspaceOf({})
    const list: Files["list"] = () => files.list("none")
    await expect(call(glob, { pattern: "*" }, { list })).rejects.toThrow("Nothing exists at the path.")
  })

  it("skip folders in which nothing can match", async () => {
    const { workspace, files, call } = await workspaceOf({ "src/a/x.ts": "", "lib/b/y.ts": "", "src/c.ts": "" })
    const listed: Array<string> = []
    const list: Files["list"] = (path) => {
      listed.push(path.slice(workspace.length))
      return files.list(path)
    }
    expect(await call(glob, { pattern: "src/a/*.ts" }, { list })).toMatchObject({ files: [{ path: "src/a/x.ts" }] })
    expect(listed).toEqual(["", "/src", "/src/a"])
  })
})
