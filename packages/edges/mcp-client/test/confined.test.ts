import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ToolOverlay } from "../src/config/McpConfig.ts"
import { folder, openServers, programs, server, textOf } from "./openServers.ts"

const node = dirname(dirname(process.execPath))

const confined = (workspace: string, reads: ToolOverlay = {}) =>
  server("files", [], {
    tools: new Map([["read", reads]]),
    source: {
      unconfined: false,
      files: [
        { path: workspace, mode: "r" },
        { path: programs, mode: "r" },
        { path: node, mode: "r" }
      ]
    }
  })

const reads: ToolOverlay = {
  class: "READ",
  resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
}

describe("a confined server", () => {
  it("sees only the files of its entry", async () => {
    const workspace = folder()
    const outside = join(folder(), "outside")
    for (const path of [join(workspace, "inside"), outside]) writeFileSync(path, "seen")
    const gate = await openServers([confined(workspace)], { workspace })
    const read = async (path: string) => textOf(await gate.call("mcp__files__read", { path }))
    expect(await gate.status("files")).toMatchObject({ state: "connected" })
    expect(await read(join(workspace, "inside"))).toBe("seen")
    expect(await read(outside)).toBe("ENOENT")
    expect(await read("/etc/hostname")).toBe("ENOENT")
  })

  it("does not start if its entry names a missing file", async () => {
    const missing = server("files", [], {
      source: { unconfined: false, files: [{ path: "/no/such/folder", mode: "r" }] }
    })
    const gate = await openServers([missing])
    expect((await gate.status("files")).why).toBe('Its entry names "/no/such/folder", which does not exist.')
  })

  it("receives absolute paths in a list, and one denied path denies the call", async () => {
    const workspace = folder()
    for (const name of ["a", "b", ".env"]) writeFileSync(join(workspace, name), `text of ${name}`)
    symlinkSync(".env", join(workspace, "innocent"))
    const overlay = (mode: "r" | "rw" | "w", ...args: ReadonlyArray<string>): ToolOverlay => ({
      class: mode === "r" ? "READ" : "WRITE",
      resources: args.map((arg) => ({ kind: "file", arg, mode, within: "workspace" }))
    })
    const files = server("files", [], {
      tools: new Map([
        ["read_multiple_files", overlay("r", "/paths/*")],
        ["move_file", overlay("rw", "/source", "/destination")]
      ]),
      source: {
        command: [process.execPath, join(programs, "files.mjs"), workspace],
        unconfined: false,
        files: [
          { path: workspace, mode: "rw" },
          { path: programs, mode: "r" },
          { path: node, mode: "r" }
        ]
      }
    })
    const denied = ["read_multiple_files", "move_file"].map((tool) => `'mcp__files__${tool}(**/.env)'`)
    const policy = `version: 1\nrules: { deny: [${denied}], allow: ['*'] }`
    const gate = await openServers([files], { workspace, policy })
    const read = (paths: unknown) => gate.call("mcp__files__read_multiple_files", { paths })
    expect(textOf(await read(["a", "./b"]))).toBe(
      `${join(workspace, "a")}: text of a\n${join(workspace, "b")}: text of b`
    )
    for (const paths of [["a", ".env"], ["innocent"], ["a", "../elsewhere"]])
      expect((await read(paths)).error, paths.join()).toMatchObject({ why: "FileDenied" })
    for (const paths of [[], ["a", 7], [["a"]], "a"])
      expect(await read(paths)).toMatchObject({ executed: "no", error: { class: "validation_error" } })
    const move = (source: string, destination: string) => gate.call("mcp__files__move_file", { source, destination })
    expect((await move("innocent", "c")).error).toMatchObject({ why: "FileDenied" })
    expect((await move("a", ".env")).error).toMatchObject({ why: "FileDenied" })
    expect(await move("a", "c")).toMatchObject({ success: true })
    expect(readFileSync(join(workspace, "c"), "utf8")).toBe("text of a")
  })

  it("receives declared paths resolved, and rules about paths apply to its tool", async () => {
    const workspace = folder()
    mkdirSync(join(workspace, "data"))
    writeFileSync(join(workspace, "data/a"), "data")
    writeFileSync(join(workspace, ".env"), "secret")
    symlinkSync("data", join(workspace, "link"))
    symlinkSync(".env", join(workspace, "innocent"))
    const policy = "version: 1\nrules: { deny: ['mcp__files__read(**/.env)'], allow: ['mcp__files__read(**)'] }"
    const gate = await openServers([confined(workspace, reads)], { workspace, policy })
    const read = (path: string) => gate.call("mcp__files__read", { path })
    expect(textOf(await read("link/../data/./a"))).toBe("data")
    for (const path of [".env", "innocent"])
      expect((await read(path)).error).toMatchObject({ why: "FileDenied", message: expect.stringContaining("**/.env") })
    expect((await read("../elsewhere")).error?.why).toBe("FileDenied")
    expect((await gate.call("mcp__files__read", {})).executed).toBe("no")
  })
})
