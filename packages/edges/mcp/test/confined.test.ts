import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
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
  it("sees the files of its entry and no others", async () => {
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

  it("does not start if its entry names what does not exist", async () => {
    const missing = server("files", [], {
      source: { unconfined: false, files: [{ path: "/no/such/folder", mode: "r" }] }
    })
    const gate = await openServers([missing])
    expect((await gate.status("files")).why).toBe('Its entry names "/no/such/folder", which does not exist.')
  })

  it("gets declared paths absolute and followed, and a rule about paths holds for its tool", async () => {
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
