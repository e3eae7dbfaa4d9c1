import type { FileAccess, GrantBounds, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { accessOf } from "../src/index.ts"
import { aTool, call, command, file, host, tools } from "./judging.ts"

const tree = (path: string, mode: "r" | "w" | "rw", more: Partial<FileAccess> = {}): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...more
})
const exact = (path: string, mode: "r" | "w" | "rw") => tree(path, mode, { scope: "exact" })
const of = (tool: Parameters<typeof call>[0], resources: Parameters<typeof call>[1] = [], bounds: GrantBounds = {}) =>
  accessOf(call(tool, resources), bounds)

describe("what a call may touch", () => {
  it("is what its arguments point at, and nothing else", () => {
    expect(of(tools.read_file, [file("/a/x")])).toEqual({ files: [exact("/a/x", "r")], hosts: [] })
    expect(of(tools.copy_file, [file("/a/x"), file("/a/y", "w")])).toEqual({
      files: [exact("/a/x", "r"), exact("/a/y", "w")],
      hosts: []
    })
    expect(of(tools.http_get, [host("a.com", 80)])).toEqual({ files: [], hosts: [{ host: "a.com", port: 80 }] })
    expect(of(tools.download, [host("a.com"), file("/a/x", "w")])).toEqual({
      files: [exact("/a/x", "w")],
      hosts: [{ host: "a.com", port: 443 }]
    })
  })

  it("is the workspace as far as its side effects go, for a tool that cannot say", () => {
    const files = (sideEffects: "NONE" | "READ" | "WRITE" | "EXECUTE" | "NETWORK") => of(aTool({ sideEffects }))
    expect(files("NONE")).toEqual({ files: [], hosts: [] })
    expect(files("READ")).toEqual({ files: [tree("/workspace", "r")], hosts: [] })
    expect(files("WRITE")).toEqual({ files: [tree("/workspace", "rw")], hosts: [] })
    expect(files("EXECUTE")).toEqual({ files: [tree("/workspace", "rw")], hosts: "any" })
    expect(files("NETWORK")).toEqual({ files: [tree("/workspace", "rw")], hosts: "any" })
    expect(of(aTool({ sideEffects: "READ", effects: ["network_access"] })).hosts).toBe("any")
  })

  it("is the workspace and what is redirected, for what runs commands", () => {
    expect(of(tools.shell, [command("ls"), file("/x", "w")])).toEqual({
      files: [tree("/workspace", "rw"), exact("/x", "w")],
      hosts: "any"
    })
  })

  it("is no more than its bounds leave", () => {
    const bounds: GrantBounds = {
      files: [tree("/workspace/a", "r"), tree("/x", "rw")],
      hosts: [{ host: "*.a.com", port: 443 }]
    }
    expect(of(tools.shell, [file("/x/y", "w"), file("/z", "w")], bounds)).toEqual({
      files: [tree("/workspace/a", "r"), exact("/x/y", "w")],
      hosts: [{ host: "*.a.com", port: 443 }]
    })
    expect(of(tools.http_get, [host("x.a.com"), host("a.com"), host("y.a.com", 80)], bounds).hosts).toEqual([
      { host: "x.a.com", port: 443 }
    ])
    expect(of(tools.index, [], { files: [tree("/elsewhere", "rw")] }).files).toEqual([])
  })

  it("is nothing where the bounds are empty", () => {
    expect(of(tools.shell, [command("ls"), file("/x", "w")], { files: [], hosts: [] })).toEqual({
      files: [],
      hosts: []
    })
    expect(of(tools.http_get, [host("a.com")], { hosts: [] }).hosts).toEqual([])
    expect(of(tools.http_get, [host("a.com")], { hosts: [{ host: "no host", port: "any" }] }).hosts).toEqual([])
  })

  it("excepts from trees what no tree may give", () => {
    const except = [{ pattern: "/**/.env", mode: "r" as const }]
    expect(of(tools.shell, [file("/x", "w")], { except }).files).toEqual([
      tree("/workspace", "rw", { except }),
      exact("/x", "w")
    ])
  })
})
