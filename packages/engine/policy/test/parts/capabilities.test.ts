import type { Resource, ToolDefinition } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { capabilities } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { call, command, configOf, decisionOf, file, host, principal, tools } from "../judging.ts"

const part = capabilities(
  configOf(
    [
      "agents:",
      "  a:",
      '    tools: ["group:read", shell, patch_file]',
      "    fs: [{ path: /workspace, mode: r }, { path: /workspace/out, mode: w }, { path: /var/x, mode: rw }]",
      '    net: ["*.a.com", "b.com:8080"]',
      "  all: {}",
      "  none: { tools: [], fs: [], net: [] }"
    ].join("\n")
  )
)

const of =
  (agent: string) =>
  (tool: ToolDefinition, ...resources: ReadonlyArray<Resource>) =>
    decisionOf(makePolicy([part]), call(tool, resources, { principal: principal({ agent }) }))
const [a, all, none] = [of("a"), of("all"), of("none")] as const

describe("the capabilities of an agent", () => {
  it("restrict tools, by name and group, except for those that need no capability", () => {
    expect([a(tools.read_file), a(tools.shell), a(tools.write_file), a(tools.add)]).toEqual([
      "allow",
      "allow",
      "deny",
      "allow"
    ])
    expect([all(tools.write_file), none(tools.read_file), none(tools.add)]).toEqual(["allow", "deny", "allow"])
  })

  it("deny everything to an unlisted agent, even tools that need no capability", () => {
    for (const agent of ["other", "A", "a ", "", "constructor"]) expect(of(agent)(tools.add)).toBe("deny")
  })

  it("restrict files, separately for reading and writing", () => {
    const reads = (path: string) => a(tools.read_file, file(path))
    expect(["/workspace/x", "/workspace", "/var/x", "/var/x/y"].map(reads)).toEqual(Array(4).fill("allow"))
    expect(["/workspace-evil/x", "/var", "/var/xy", "/", "/etc/passwd"].map(reads)).toEqual(Array(5).fill("deny"))
    const patches = (path: string) => a(tools.patch_file, file(path, "rw"))
    expect(["/workspace/out/x", "/var/x/y"].map(patches)).toEqual(["allow", "allow"])
    expect(["/workspace/x", "/workspace/outer"].map(patches)).toEqual(["deny", "deny"])
    expect(none(tools.add, file("/workspace/x"))).toBe("deny")
    expect(all(tools.write_file, file("/anywhere", "w"))).toBe("allow")
  })

  it("restrict redirected files", () => {
    expect(a(tools.shell, command("ls"), file("/workspace/out/x", "w"))).toBe("allow")
    expect(a(tools.shell, command("ls"), file("/workspace/x", "w"))).toBe("deny")
  })

  it("restrict hosts, by label and port", () => {
    const gets = (name: string, port = 443) => a(tools.http_get, host(name, port))
    expect([gets("x.a.com"), gets("x.a.com", 80), gets("b.com", 8080)]).toEqual(Array(3).fill("allow"))
    expect([gets("a.com"), gets("x.y.a.com"), gets("b.com"), gets("x.a.com.evil.org")]).toEqual(Array(4).fill("deny"))
  })

  it("must contain every resource of a call", () => {
    expect(a(tools.read_file, file("/workspace/x"), file("/etc/x"))).toBe("deny")
    expect(a(tools.read_file, file("/workspace/x"), host("evil.org"))).toBe("deny")
  })

  it("restrict the grant of a call, even without resources", () => {
    const judge = part.of(tools.shell, { principal: principal(), caller: { kind: "direct" } })
    if (typeof judge !== "function") throw new Error("It depends on the call.")
    expect(judge(call(tools.shell, [command("ls")]))).toMatchObject({
      decision: "allow",
      bounds: {
        files: [
          { path: "/workspace", mode: "r", scope: "tree" },
          { path: "/workspace/out", mode: "w", scope: "tree" },
          { path: "/var/x", mode: "rw", scope: "tree" }
        ],
        hosts: [
          { host: "*.a.com", port: "any" },
          { host: "b.com", port: 8080 }
        ]
      }
    })
  })

  it("are explained for each tool and resource, with the position and the change to make", () => {
    expect(part.explain(call(tools.write_file, [file("/workspace/x", "w"), host("x.a.com")]), principal())).toEqual([
      {
        because: { layer: "agent a", rule: "tools group:read, shell, patch_file", source: "p.yaml:3:3" },
        effect: "deny",
        said: 'The agent "a" was not given the tool "write_file".',
        change: 'Add "write_file" to the tools of agents.a.'
      },
      {
        because: { layer: "agent a", rule: "fs, net of agents.a", source: "p.yaml:3:3" },
        effect: "allow",
        said: 'The files and hosts of the agent "a" are bounded.'
      },
      {
        because: { layer: "agent a", rule: "fs /workspace r", source: "p.yaml:5:10" },
        effect: "deny",
        said: '/workspace/x (w) is not within what the agent "a" may change.',
        change: 'Give the agent "a" a tree that contains the path, with the mode "w".'
      },
      {
        because: { layer: "agent a", rule: "net *.a.com", source: "p.yaml:6:11" },
        effect: "allow",
        said: 'x.a.com:443 is a host that the agent "a" may reach.'
      }
    ])
  })

  it("are not needed if the policy lists no agents", () => {
    const unlisted = makePolicy([capabilities(configOf(""))])
    expect(decisionOf(unlisted, call(tools.write_file, [file("/anywhere", "w")]))).toBe("allow")
  })
})
