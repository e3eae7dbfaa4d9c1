import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FileAccess, FileSystems, type ResolvedPath } from "@toolgate/core"
import { LinuxFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { copyIn } from "../../src/files/copyIn.ts"

let workspace: ResolvedPath
beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-copy-in-"))) as ResolvedPath
  mkdirSync(join(workspace, "src"))
  writeFileSync(join(workspace, "src/a.txt"), "first")
  writeFileSync(join(workspace, "src/b.txt"), "second")
  writeFileSync(join(workspace, ".env"), "SECRET")
  symlinkSync("a.txt", join(workspace, "src/link"))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

const at = (name: string) => join(workspace, name) as ResolvedPath

/**
 * Returns what a guest receives under an access, by paths relative to the workspace, with the contents of its files.
 */
const copied = (access: ReadonlyArray<FileAccess>, bounds = { bytes: 1_000, entries: 10 }) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const files = (yield* FileSystems).open(access, workspace)
      const { entries, contents } = yield* copyIn({ tool: "guest", files, access, starts: [workspace], bounds })
      const left = [...contents]
      return entries.map(({ path, ...entry }) => ({
        ...entry,
        path: path.slice(workspace.length + 1),
        ...(entry.kind === "file" ? { text: Buffer.from(left.shift() ?? []).toString() } : {})
      }))
    }).pipe(Effect.provide(LinuxFileSystems.layer))
  )

it("copies a tree, folders before their content, without exceptions, and links as links", async () => {
  const except = [{ pattern: `${workspace}/.env`, mode: "rw" as const }]
  expect(await copied([{ path: workspace, mode: "r", scope: "tree", except }])).toEqual([
    { kind: "directory", mode: "r", path: "" },
    { kind: "directory", mode: "r", path: "src" },
    { kind: "link", mode: "r", path: "src/link", target: "a.txt" },
    { kind: "file", mode: "r", path: "src/a.txt", size: 5, text: "first" },
    { kind: "file", mode: "r", path: "src/b.txt", size: 6, text: "second" }
  ])
})

it("names files that may be created, and reads no write-only files", async () => {
  const access = [at("new.txt"), at("src/a.txt")].map((path) => ({ path, mode: "w" as const, scope: "exact" as const }))
  const files = await Effect.runPromise(Effect.provide(FileSystems, LinuxFileSystems.layer))
  const opened = files.open(access, workspace)
  const starts = access.map(({ path }) => path)
  const bounds = { bytes: 1_000, entries: 10 }
  expect(await Effect.runPromise(copyIn({ tool: "guest", files: opened, access, starts, bounds }))).toEqual({
    entries: starts.map((path) => ({ kind: "absent", mode: "w", path })),
    contents: []
  })
})

it("refuses more bytes or entries than its bounds, and names the bounds", async () => {
  const tree: ReadonlyArray<FileAccess> = [{ path: workspace, mode: "r", scope: "tree" }]
  await expect(copied(tree, { bytes: 10, entries: 10 })).rejects.toMatchObject({
    why: "LimitExceeded",
    message: 'The files granted to tool "guest" exceed the limit of 10 bytes; grant fewer.'
  })
  await expect(copied(tree, { bytes: 1_000, entries: 3 })).rejects.toMatchObject({
    message: 'The files granted to tool "guest" exceed the limit of 3 files and folders; grant fewer.'
  })
})
