import type { Ceiling, ResolvedPath, Resource, ToolDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { ceilings } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { aTool, call, decisionOf, file, host, principal, tools } from "../judging.ts"

const policy = makePolicy([ceilings])
const under =
  (ceiling: Partial<Ceiling>) =>
  (tool: ToolDefinition, ...resources: ReadonlyArray<Resource>) =>
    decisionOf(policy, call(tool, resources, { principal: principal({ ceiling: { tools: "any", ...ceiling } }) }))
const files = (path: string, mode: "r" | "w" | "rw") => ({ files: [{ path: path as ResolvedPath, mode }] })

describe("a ceiling", () => {
  it("restricts nothing by keys that it leaves out", () => {
    expect(under({})(tools.download, file("/x", "w"), host("x"))).toBe("allow")
  })

  it("restricts tools, only by their own names", () => {
    const some = under({ tools: ["save_file", "read_file"] })
    expect([some(tools.read_file), some(tools.write_file), some(aTool()), under({ tools: [] })(tools.add)]).toEqual([
      "allow",
      "deny",
      "deny",
      "deny"
    ])
  })

  it("restricts files and hosts", () => {
    expect(under(files("/a", "r"))(tools.read_file, file("/a/x"))).toBe("allow")
    expect(under(files("/a", "r"))(tools.read_file, file("/ab"))).toBe("deny")
    expect(under(files("/a", "r"))(tools.write_file, file("/a/x", "w"))).toBe("deny")
    expect(under({ files: [] })(tools.read_file, file("/a/x"))).toBe("deny")
    const one = under({ hosts: [{ host: "*.a.com", port: 443 }] })
    expect([
      one(tools.http_get, host("x.a.com")),
      one(tools.http_get, host("x.a.com", 80)),
      one(tools.http_get, host("a.com"))
    ]).toEqual(["allow", "deny", "deny"])
    expect(under({ hosts: [] })(tools.http_get, host("x.a.com"))).toBe("deny")
    expect(under({ hosts: [{ host: "not a host", port: "any" }] })(tools.http_get, host("x.a.com"))).toBe("deny")
  })

  it("that is read-only or without network denies tools that can change or connect", () => {
    const reading = Object.values(tools).filter((tool) => under({ readOnly: true })(tool) === "allow")
    expect(reading.map(({ name }) => name)).toEqual(["add", "read_file", "read_host", "http_get"])
    const offline = Object.values(tools).filter((tool) => under({ noWeb: true })(tool) === "allow")
    expect(offline.map(({ name }) => name)).toEqual([
      "add",
      "read_file",
      "read_host",
      "write_file",
      "write_host",
      "patch_file",
      "copy_file",
      "index"
    ])
    expect(under({ readOnly: false, noWeb: false })(tools.shell)).toBe("allow")
  })

  it("also includes the ceilings of all delegators", () => {
    const child = (parent: Partial<Ceiling>) =>
      decisionOf(
        policy,
        call(tools.read_file, [file("/a/x")], {
          principal: principal({
            parent: principal({ agent: "p", parent: principal({ agent: "q", ceiling: { tools: "any", ...parent } }) })
          })
        })
      )
    expect([
      child({}),
      child({ tools: [] }),
      child({ files: [] }),
      child(files("/a", "w")),
      child({ hosts: [] })
    ]).toEqual(["allow", "deny", "deny", "deny", "allow"])
  })

  it("limits each call by the lowest limit of the chain, and explains it", () => {
    const request = call(tools.add, [], {
      principal: principal({
        agent: "c",
        ceiling: { tools: "any", limits: { wallMs: 9, processes: "unlimited" } },
        parent: principal({ agent: "p", ceiling: { tools: "any", limits: { wallMs: 5, outputBytes: 7 } } })
      })
    })
    expect(policy.judge(request)).toMatchObject({
      decision: "allow",
      bounds: { limits: { wallMs: 5, processes: "unlimited", outputBytes: 7 } }
    })
    expect(policy.explain(request).steps.flatMap(({ findings }) => findings.map(({ said }) => said))).toEqual([
      'The agent "c" brings limits for each of its calls: wall_time, processes.',
      'The agent "p" brings limits for each of its calls: wall_time, output.'
    ])
  })

  it("is frozen once a policy has used it", () => {
    const limits = { wallMs: 5 }
    policy.judge(call(tools.add, [], { principal: principal({ ceiling: { tools: "any", limits } }) }))
    expect(() => Object.assign(limits, { wallMs: 9 })).toThrow(TypeError)
  })

  it("restricts the grant to the intersection of the chain's bounds", () => {
    const verdict = policy.judge(
      call(tools.index, [], {
        principal: principal({
          ceiling: { tools: "any", ...files("/a/b", "rw") },
          parent: principal({ agent: "p", ceiling: { tools: "any", ...files("/a", "r"), hosts: [] } })
        })
      })
    )
    expect(verdict).toMatchObject({
      decision: "allow",
      bounds: { files: [{ path: "/a/b", mode: "r", scope: "tree" }], hosts: [] }
    })
  })
})
