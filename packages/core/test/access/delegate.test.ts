import type { Ceiling, Principal, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { DelegationRefused, type Demand, delegate } from "../../src/access.ts"

const files = (path: string, mode: "r" | "w" | "rw" = "rw") => [{ path: path as ResolvedPath, mode }]
const principal = (ceiling: Ceiling): Principal => ({ agent: "p", role: "r", task: "t", ceiling })
const asked = (parent: Ceiling, ceiling?: Partial<Ceiling>, more: Partial<Demand> = {}) => {
  const demand = { agent: "c", ...(ceiling === undefined ? {} : { ceiling }), ...more }
  const child = delegate(principal(parent), demand)
  return child instanceof DelegationRefused ? child.excess : child.ceiling
}

describe("a child agent", () => {
  it("inherits its parent's ceiling if it asks for nothing, and has its own name, role and task", () => {
    const ceiling: Ceiling = { tools: ["a"], files: files("/a"), hosts: [], readOnly: true }
    const parent = principal(ceiling)
    expect(delegate(parent, { agent: "c" })).toEqual({ agent: "c", ceiling, parent })
    expect(delegate(parent, { agent: "c", role: "x", task: "y", ceiling: { tools: [] } })).toEqual({
      agent: "c",
      role: "x",
      task: "y",
      ceiling: { ...ceiling, tools: [] },
      parent
    })
  })

  it("acts for the same person as its parent", () => {
    const parent = { ...principal({ tools: "any" }), onBehalfOf: "ada" }
    expect(delegate(parent, { agent: "c" })).toEqual({ agent: "c", ceiling: parent.ceiling, onBehalfOf: "ada", parent })
  })

  it.each<[string, Ceiling, Partial<Ceiling>, ReadonlyArray<string>]>([
    ["every tool", { tools: ["a"] }, { tools: "any" }, ["every tool"]],
    ["another tool", { tools: ["a"] }, { tools: ["a", "b"] }, ['the tool "b"']],
    [
      "files beside",
      { tools: "any", files: files("/a") },
      { files: files("/ab") },
      ['the files beneath "/ab" with the mode "rw"']
    ],
    [
      "files above",
      { tools: "any", files: files("/a/b") },
      { files: files("/a", "r") },
      ['the files beneath "/a" with the mode "r"']
    ],
    [
      "another mode",
      { tools: "any", files: files("/a", "r") },
      { files: files("/a/b", "w") },
      ['the files beneath "/a/b" with the mode "w"']
    ],
    [
      "files of none",
      { tools: "any", files: [] },
      { files: files("/a", "r") },
      ['the files beneath "/a" with the mode "r"']
    ],
    [
      "another host",
      { tools: "any", hosts: [{ host: "a.com", port: "any" }] },
      { hosts: [{ host: "b.com", port: 80 }] },
      ['the host "b.com" on port 80']
    ],
    [
      "more hosts",
      { tools: "any", hosts: [{ host: "*.a.com", port: "any" }] },
      { hosts: [{ host: "**.a.com", port: "any" }] },
      ['the host "**.a.com"']
    ],
    [
      "any port",
      { tools: "any", hosts: [{ host: "a.com", port: 80 }] },
      { hosts: [{ host: "a.com", port: "any" }] },
      ['the host "a.com"']
    ],
    ["no host", { tools: "any" }, { hosts: [{ host: "a b", port: "any" }] }, ['"a b", which is not a host pattern']],
    [
      "hosts of none",
      { tools: "any", hosts: [] },
      { hosts: [{ host: "a.com", port: 80 }] },
      ['the host "a.com" on port 80']
    ],
    [
      "more time, and no bound of memory",
      { tools: "any", limits: { wallMs: 5, memoryBytes: 9 } },
      { limits: { wallMs: 6, memoryBytes: "unlimited" } },
      ["more wall_time", "more memory"]
    ],
    ["to change", { tools: "any", readOnly: true }, { readOnly: false }, ["to change something"]],
    ["the network", { tools: "any", noWeb: true }, { noWeb: false }, ["to reach the network"]]
  ])("is refused if it asks for more: %s", (_name, parent, ceiling, excess) => {
    expect(asked(parent, ceiling)).toEqual(excess)
  })

  it("inherits each limit that its request leaves out", () => {
    const parent: Ceiling = { tools: "any", limits: { wallMs: 5, memoryBytes: 9 } }
    expect(asked(parent, { limits: { wallMs: 3, processes: 2 } })).toEqual({
      tools: "any",
      limits: { wallMs: 3, memoryBytes: 9, processes: 2 }
    })
    expect(asked({ tools: "any" }, { limits: { wallMs: 3 } })).toEqual({ tools: "any", limits: { wallMs: 3 } })
    expect(asked(parent, { tools: [] })).toEqual({ tools: [], limits: parent.limits })
  })

  it("lists all excessive demands together", () => {
    const parent = principal({ tools: ["a"], readOnly: true })
    const demand = { agent: "c", ceiling: { tools: ["b", "c"], readOnly: false } }
    const refused = delegate(parent, demand)
    expect(refused).toBeInstanceOf(DelegationRefused)
    expect(refused).toMatchObject({
      _tag: "DelegationRefused",
      excess: ['the tool "b"', 'the tool "c"', "to change something"],
      message: 'The agent "c" requests more rights than "p" has: the tool "b"; the tool "c"; to change something.'
    })
  })

  it("can ask for less", () => {
    const parent: Ceiling = {
      tools: "any",
      files: [...files("/a", "r"), ...files("/a", "w")],
      hosts: [{ host: "**.a.com", port: "any" }]
    }
    const less: Partial<Ceiling> = {
      tools: ["x"],
      files: files("/a/b"),
      hosts: [{ host: "*.b.a.com", port: 443 }],
      readOnly: true,
      noWeb: true
    }
    expect(asked(parent, less)).toEqual(less)
    expect(asked(parent, { tools: [], files: [], hosts: [] })).toEqual({ tools: [], files: [], hosts: [] })
  })

  it("keeps a bound even if its request sets the bound to undefined", () => {
    const parent: Ceiling = { tools: ["a"], files: files("/a"), hosts: [], readOnly: true, noWeb: true }
    const nothing = { tools: undefined, files: undefined, hosts: undefined, readOnly: undefined, noWeb: undefined }
    expect(asked(parent, nothing as unknown as Partial<Ceiling>)).toEqual(parent)
  })

  it.each(["/a/../b", "/a/b/../../c", "/a/./b", "/a//b", "/a/b/", "a", ""])(
    "is refused a path that is not canonical: %j",
    (path) => {
      expect(asked({ tools: "any", files: files("/a") }, { files: files(path) })).toBeInstanceOf(Array)
    }
  )
})
