import { describe, expect, it } from "vitest"
import { allowedPaths } from "../../src/index.ts"
import { makePolicy } from "../../src/Policy.ts"
import { call, command, configOf, decisionOf, file, host, principal, tools } from "../judging.ts"

const of = (text: string) => {
  const policy = makePolicy([allowedPaths(configOf(`permissions: { ${text} }`))])
  return (...given: Parameters<typeof call>) => decisionOf(policy, call(...given))
}

describe("the paths of a permission type", () => {
  it("of files restrict every file of every tool's calls", () => {
    const decides = of("filesystem: { allowed_paths: [/a, /b/c] }")
    expect(["/a", "/a/x", "/b/c/d"].map((path) => decides(tools.read_file, [file(path)]))).toEqual(
      Array(3).fill("allow")
    )
    expect(["/ab", "/b", "/", "/b/cd"].map((path) => decides(tools.read_file, [file(path)]))).toEqual(
      Array(4).fill("deny")
    )
    expect(decides(tools.patch_file, [file("/x", "rw")])).toBe("deny")
    expect(decides(tools.shell, [command("ls"), file("/x", "w")])).toBe("deny")
    expect(decides(tools.copy_file, [file("/a/x"), file("/x", "w")])).toBe("deny")
    expect(decides(tools.http_get, [host("a.com")])).toBe("allow")
  })

  it("of another type restrict only the files of its tools", () => {
    const decides = of("shell: { allowed_paths: [/a] }")
    expect(decides(tools.shell, [file("/x", "w")])).toBe("deny")
    expect(decides(tools.shell, [file("/a/x", "w")])).toBe("allow")
    expect(decides(tools.write_file, [file("/x", "w")])).toBe("allow")
  })

  it("of two types apply together", () => {
    const decides = of("shell: { allowed_paths: [/a] }, filesystem: { allowed_paths: [/a/b, /c] }")
    const writes = ["/a/b/x", "/a/x", "/c/x"].map((path) => decides(tools.shell, [file(path, "w")]))
    expect(writes).toEqual(["allow", "deny", "deny"])
  })

  it("restrict nothing if absent, and deny everything if empty", () => {
    expect(of("filesystem: { requires_approval: true }")(tools.read_file, [file("/x")])).toBe("allow")
    expect(of("filesystem: { allowed_paths: [] }")(tools.read_file, [file("/x")])).toBe("deny")
    expect(of("filesystem: { allowed_paths: [] }")(tools.add)).toBe("allow")
  })

  it("restrict the grant of a call without resources", () => {
    const policy = makePolicy([allowedPaths(configOf("permissions: { filesystem: { allowed_paths: [/a] } }"))])
    expect(policy.judge(call(tools.index))).toMatchObject({
      bounds: { files: [{ path: "/a", mode: "rw", scope: "tree" }] }
    })
  })

  it("are explained for each file", () => {
    const part = allowedPaths(configOf("permissions: { filesystem: { allowed_paths: [/a] } }"))
    expect(part.explain(call(tools.copy_file, [file("/a/x"), file("/x", "w")]), principal())).toEqual([
      {
        because: { layer: "permission filesystem", rule: "allowed_paths", source: "p.yaml:2:16" },
        effect: "allow",
        said: 'The files of the permission "filesystem" are bounded.'
      },
      {
        because: { layer: "permission filesystem", rule: "allowed_paths /a", source: "p.yaml:2:46" },
        effect: "allow",
        said: '/a/x (r) is within what the permission "filesystem" may read.'
      },
      {
        because: { layer: "permission filesystem", rule: "allowed_paths", source: "p.yaml:2:16" },
        effect: "deny",
        said: '/x (w) is not within what the permission "filesystem" may change.',
        change: 'Give the permission "filesystem" a tree that contains the path, with the mode "w".'
      }
    ])
  })
})
