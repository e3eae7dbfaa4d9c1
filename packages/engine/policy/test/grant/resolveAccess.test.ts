import type { FileAccess, GrantBounds, HostAccess, ResolvedPath, Resource, ResourceDeclaration } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { resolveAccess } from "../../src/index.ts"
import { aTool, call, command, file, host, opaque, tools } from "../judging.ts"

const tree = (path: string, mode: "r" | "w" | "rw", more: Partial<FileAccess> = {}): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...more
})
const exact = (path: string, mode: "r" | "w" | "rw") => tree(path, mode, { scope: "exact" })
const of = (tool: Parameters<typeof call>[0], resources: Parameters<typeof call>[1] = [], bounds: GrantBounds = {}) =>
  resolveAccess(call(tool, resources), bounds)

describe("the access of a call", () => {
  it("is limited to the files and hosts that its arguments name", () => {
    expect(of(tools.read_file, [file("/a/x")])).toEqual({ files: [exact("/a/x", "r")], hosts: [], env: [] })
    expect(of(tools.copy_file, [file("/a/x"), file("/a/y", "w")])).toEqual({
      files: [exact("/a/x", "r"), exact("/a/y", "w")],
      hosts: [],
      env: []
    })
    expect(of(tools.http_get, [host("a.com", 80)])).toEqual({
      files: [],
      hosts: [{ host: "a.com", port: 80 }],
      env: []
    })
    expect(of(tools.download, [host("a.com"), file("/a/x", "w")])).toEqual({
      files: [exact("/a/x", "w")],
      hosts: [{ host: "a.com", port: 443 }],
      env: []
    })
  })

  it("has no files if the arguments of a declaring tool name none", () => {
    expect(of(tools.read_file)).toEqual({ files: [], hosts: [], env: [] })
  })

  it("is the workspace, writable by side effect, for a tool without declarations", () => {
    const files = (sideEffects: "NONE" | "READ" | "WRITE" | "EXECUTE" | "NETWORK") => of(aTool({ sideEffects }))
    expect(files("NONE")).toEqual({ files: [], hosts: [], env: [] })
    expect(files("READ")).toEqual({ files: [tree("/workspace", "r")], hosts: [], env: [] })
    expect(files("WRITE")).toEqual({ files: [tree("/workspace", "rw")], hosts: [], env: [] })
    expect(files("EXECUTE")).toEqual({ files: [tree("/workspace", "rw")], hosts: "any", env: [] })
    expect(files("NETWORK")).toEqual({ files: [tree("/workspace", "rw")], hosts: "any", env: [] })
    expect(of(aTool({ sideEffects: "READ", effects: ["network_access"] })).hosts).toBe("any")
  })

  it("is limited to the declarations of a tool that only computes", () => {
    expect(of(aTool({ sideEffects: "EXECUTE", permission: "compute" }))).toEqual({ files: [], hosts: [], env: [] })
    expect(of(aTool({ sideEffects: "NETWORK", permission: "compute", effects: ["network_access"] })).hosts).toBe("any")
  })

  it("is read access to the workspace for commands that promise to only read", () => {
    const reading = { kind: "command", argv: ["git", "status"], workspace: "r" } as const
    const files = (...resources: ReadonlyArray<ResourceDeclaration>) =>
      of(aTool({ sideEffects: "EXECUTE", resources }), [command("git status")]).files
    expect(files(reading)).toEqual([tree("/workspace", "r")])
    expect(files(reading, { kind: "command", argv: ["git", "add"] })).toEqual([tree("/workspace", "rw")])
    expect(files(reading, { kind: "shell", arg: "/command" })).toEqual([tree("/workspace", "rw")])
  })

  it("is the workspace and the redirected files for a tool that runs commands", () => {
    expect(of(tools.shell, [command("ls"), file("/x", "w")])).toEqual({
      files: [tree("/workspace", "rw"), exact("/x", "w")],
      hosts: "any",
      env: []
    })
  })

  it.each([
    ["rw", "git commit -m x"],
    ["rw", "cd sub", "git add .", "cat message", "/usr/bin/git commit -F -"],
    ["r", "git status", "npm test"],
    ["r", "git status", "./cat x"],
    ["r", "git status", "source x"],
    ["r", "git status", "find . -exec x"],
    ["r", "npm test"]
  ])("lets git write (%s) in the repository of a worktree: %s; %s", (mode, ...commands) => {
    const path = "/main/.git" as ResolvedPath
    const beside = [{ path, writer: "git" as const }]
    const modeFor = (...more: ReadonlyArray<Resource>) =>
      of(tools.shell, [...commands.map((words) => command(words, { beside })), ...more]).files.find(
        (one) => one.path === path
      )?.mode
    expect([modeFor(), modeFor(opaque), modeFor(command("git log", { beside, assigned: ["PATH"] }))]).toEqual([
      mode,
      "r",
      "r"
    ])
  })

  it("never exceeds its bounds", () => {
    const bounds: GrantBounds = {
      files: [tree("/workspace/a", "r"), tree("/x", "rw")],
      hosts: [{ host: "*.a.com", port: 443 }]
    }
    expect(of(tools.shell, [file("/x/y", "w"), file("/z", "w")], bounds)).toEqual({
      files: [tree("/workspace/a", "r"), exact("/x/y", "w")],
      hosts: [{ host: "*.a.com", port: 443 }],
      env: []
    })
    expect(of(tools.http_get, [host("x.a.com"), host("a.com"), host("y.a.com", 80)], bounds).hosts).toEqual([
      { host: "x.a.com", port: 443 }
    ])
    expect(of(tools.index, [], { files: [tree("/elsewhere", "rw")] }).files).toEqual([])
  })

  it("is empty if the bounds are empty", () => {
    expect(of(tools.shell, [command("ls"), file("/x", "w")], { files: [], hosts: [] })).toEqual({
      files: [],
      hosts: [],
      env: []
    })
    expect(of(tools.http_get, [host("a.com")], { hosts: [] }).hosts).toEqual([])
    expect(of(tools.http_get, [host("a.com")], { hosts: [{ host: "no host", port: "any" }] }).hosts).toEqual([])
  })

  it("is every host only if a bound names every host and port", () => {
    const bounded = (...hosts: ReadonlyArray<HostAccess>) => of(tools.shell, [command("ls")], { hosts }).hosts
    expect(bounded({ host: "a.com", port: 443 }, { host: "**", port: "any" })).toBe("any")
    expect(bounded({ host: "**", port: 443 })).toEqual([{ host: "**", port: 443 }])
    expect(bounded({ host: "**.com", port: "any" })).toEqual([{ host: "**.com", port: "any" }])
  })

  it("has only the variables in the bounds", () => {
    expect([of(tools.shell), of(tools.shell, [], { env: ["CI"] }), of(tools.shell, [], { env: "any" })]).toMatchObject([
      { env: [] },
      { env: ["CI"] },
      { env: "any" }
    ])
  })

  it("is the named tree without its exceptions, and not the workspace, for a tool that names a tree", () => {
    const unpack = aTool({
      sideEffects: "WRITE",
      resources: [
        { kind: "file", arg: "/path", mode: "r", within: "workspace" },
        { kind: "file", arg: "/to", mode: "rw", within: "workspace", scope: "tree" }
      ]
    })
    const except = [{ pattern: "/**/.env", mode: "r" as const }]
    const resources = [file("/workspace/a.zip"), { ...file("/workspace/out", "rw"), scope: "tree" as const }]
    expect(of(unpack, resources, { except }).files).toEqual([
      exact("/workspace/a.zip", "r"),
      tree("/workspace/out", "rw", { except })
    ])
  })

  it("excludes protected paths from trees", () => {
    const except = [{ pattern: "/**/.env", mode: "r" as const }]
    expect(of(tools.shell, [file("/x", "w")], { except }).files).toEqual([
      tree("/workspace", "rw", { except }),
      exact("/x", "w")
    ])
  })
})
