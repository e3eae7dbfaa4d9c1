import type { FileMode, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { canBeWithin } from "../src/canBeWithin.ts"
import { tools } from "./judging.ts"

const tree = (path: string, mode: FileMode) => ({ path: path as ResolvedPath, mode, scope: "tree" as const })
const files = (...trees: ReadonlyArray<ReturnType<typeof tree>>) => ({ files: trees })
const hosts = (...names: ReadonlyArray<string>) => ({ hosts: names.map((host) => ({ host, port: "any" as const })) })

describe("a tool that needs a file", () => {
  it("can be within bounds with a tree for its whole mode", () => {
    const reading = [files(tree("/a", "r"))]
    expect(canBeWithin(tools.read_file, reading)(undefined)).toBe(true)
    expect(canBeWithin(tools.write_file, reading)(undefined)).toBe(false)
    expect(canBeWithin(tools.patch_file, reading)(undefined)).toBe(false)
    expect(canBeWithin(tools.patch_file, [files(tree("/a", "r"), tree("/b", "w"))])(undefined)).toBe(false)
    expect(canBeWithin(tools.patch_file, [files(tree("/a", "r"), tree("/a/b", "w"))])(undefined)).toBe(true)
    expect(canBeWithin(tools.read_file, [files()])(undefined)).toBe(false)
    expect(canBeWithin(tools.read_file, [])(undefined)).toBe(true)
  })

  it("can be within several bounds that share a tree", () => {
    const both = (one: string, other: string) =>
      canBeWithin(tools.write_file, [files(tree(one, "w")), {}, files(tree(other, "rw"))])(undefined)
    expect([both("/a", "/a/b"), both("/a/b", "/a"), both("/", "/x")]).toEqual([true, true, true])
    expect([both("/a", "/b"), both("/a/b", "/a/bc")]).toEqual([false, false])
    const three = [files(tree("/a", "w")), files(tree("/a/b", "w"), tree("/c", "w")), files(tree("/c", "w"))]
    expect(canBeWithin(tools.write_file, three)(undefined)).toBe(false)
  })

  it("must be in the workspace if it declares so and the workspace is known", () => {
    const elsewhere = [files(tree("/data", "rw"))]
    expect(canBeWithin(tools.write_file, elsewhere)(undefined)).toBe(true)
    expect(canBeWithin(tools.write_file, elsewhere)("/ws")).toBe(false)
    expect(canBeWithin(tools.write_file, elsewhere)("/data/ws")).toBe(true)
    expect(canBeWithin(tools.write_file, elsewhere)("/")).toBe(true)
    expect(canBeWithin(tools.write_host, elsewhere)("/ws")).toBe(true)
  })

  it("needs a tree for each of several files", () => {
    expect(canBeWithin(tools.copy_file, [files(tree("/a", "r"))])(undefined)).toBe(false)
    expect(canBeWithin(tools.copy_file, [files(tree("/a", "r"), tree("/b", "w"))])(undefined)).toBe(true)
  })
})

describe("a tool that needs a URL", () => {
  it("can be within bounds that share a host", () => {
    expect(canBeWithin(tools.http_get, [hosts()])(undefined)).toBe(false)
    expect(canBeWithin(tools.http_get, [hosts("a.test")])(undefined)).toBe(true)
    expect(canBeWithin(tools.http_get, [hosts("a.test"), hosts("b.test")])(undefined)).toBe(false)
    expect(canBeWithin(tools.http_get, [hosts("*.test"), hosts("b.test")])(undefined)).toBe(true)
    expect(canBeWithin(tools.download, [hosts("a.test"), files()])(undefined)).toBe(false)
  })
})

it("an optional file does not hide a tool", () => {
  const [path] = tools.read_file.resources
  const either = { ...tools.read_file, resources: [{ ...path, absent: "nothing" } as never] }
  expect(canBeWithin(either, [files()])("/ws")).toBe(true)
})

it("commands and missing declarations do not hide a tool", () => {
  const nothing = [files(), hosts()]
  for (const tool of [tools.shell, tools.start, tools.add, tools.index])
    expect(canBeWithin(tool, nothing)("/ws")).toBe(true)
})
