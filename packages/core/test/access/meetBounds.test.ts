import type { FileAccess, FileMode, GrantBounds, HostAccess, ResolvedPath } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../testing/src/runs.ts"
import {
  includesHost,
  isBeneath,
  matchesHost,
  meetBounds,
  meetFiles,
  meetHosts,
  meetLimits,
  meetModes,
  parseHostPattern
} from "../../src/access.ts"

const tree = (path: string, mode: FileMode, more: Partial<FileAccess> = {}): FileAccess => ({
  path: path as ResolvedPath,
  mode,
  scope: "tree",
  ...more
})
const exact = (path: string, mode: FileMode): FileAccess => tree(path, mode, { scope: "exact" })

describe("two bounds together allow", () => {
  it("what both allow", () => {
    const one: GrantBounds = { limits: { wallMs: 5, cpuMs: "unlimited" }, files: [tree("/a", "rw")] }
    const other: GrantBounds = {
      sandbox: "wasm",
      limits: { wallMs: 9, cpuMs: 3, outputBytes: 1 },
      files: [tree("/a/b", "r"), tree("/c", "rw")],
      hosts: [],
      except: [{ pattern: "/x", mode: "r" }]
    }
    expect(meetBounds(one, other)).toEqual({
      sandbox: "wasm",
      limits: { wallMs: 5, cpuMs: 3, outputBytes: 1 },
      files: [tree("/a/b", "r")],
      hosts: [],
      except: [{ pattern: "/x", mode: "r" }]
    })
    expect(meetBounds({}, other)).toBe(other)
    expect(meetBounds(other, {})).toBe(other)
    expect(meetBounds({ except: [{ pattern: "/y", mode: "w" }] }, other)?.except).toEqual([
      { pattern: "/y", mode: "w" },
      { pattern: "/x", mode: "r" }
    ])
  })

  it("nothing if they name two sandboxes", () => {
    expect(meetBounds({ sandbox: "wasm" }, { sandbox: "host" })).toBeUndefined()
    expect(meetBounds({ sandbox: "wasm" }, { sandbox: "wasm", hosts: [] })).toEqual({ sandbox: "wasm", hosts: [] })
  })

  it("no files and no hosts if either allows none: empty is not absent", () => {
    expect(meetBounds({ files: [] }, { files: [tree("/", "rw")], hosts: [] })).toEqual({ files: [], hosts: [] })
    expect(meetBounds({ hosts: [{ host: "**", port: "any" }] }, { hosts: [] })).toEqual({ hosts: [] })
  })

  it("the lower of each limit", () => {
    expect(meetLimits({ wallMs: 1 }, { wallMs: 2 })).toEqual({ wallMs: 1 })
    expect(meetLimits({ wallMs: "unlimited" }, { wallMs: 2 })).toEqual({ wallMs: 2 })
    expect(meetLimits({ wallMs: 0 }, { wallMs: "unlimited", processes: 1 })).toEqual({ wallMs: 0, processes: 1 })
  })

  it("the letters that both modes have", () => {
    expect([meetModes("rw", "r"), meetModes("w", "rw"), meetModes("r", "w"), meetModes("r", "r")]).toEqual([
      "r",
      "w",
      undefined,
      "r"
    ])
  })

  it("the file of a file and a tree, and the inner of two trees, without the exceptions of both", () => {
    expect(meetFiles([exact("/a/f", "rw")], [tree("/a", "r")])).toEqual([exact("/a/f", "r")])
    expect(meetFiles([exact("/a", "r")], [exact("/a", "r"), exact("/b", "r")])).toEqual([exact("/a", "r")])
    expect(meetFiles([exact("/a", "r")], [tree("/a/b", "r")])).toEqual([])
    expect(meetFiles([tree("/a", "r")], [tree("/ab", "r")])).toEqual([])
    const except = [{ pattern: "/a/x", mode: "r" as const }]
    expect(meetFiles([tree("/a", "rw", { except })], [tree("/a/b", "rw")])).toEqual([tree("/a/b", "rw", { except })])
  })
})

const names = fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 3 }).map((all) => `/${all.join("/")}`)
const mode = fc.constantFrom<FileMode>("r", "w", "rw")
const access = fc
  .tuple(names, mode, fc.constantFrom<"tree" | "exact">("tree", "exact"))
  .map(([path, of, scope]) => tree(path, of, { scope }))
const allows = (all: ReadonlyArray<FileAccess>, path: string, letter: FileMode) =>
  all.some((one) => one.mode.includes(letter) && (one.scope === "tree" ? isBeneath(path, one.path) : one.path === path))

const host = fc.constantFrom("com", "a.com", "b.a.com", "c.b.a.com", "xa.com", "1.2.3.4")
const pattern = fc.oneof(host, fc.constantFrom("*.com", "**.com", "*.a.com", "**.a.com", "**.b.a.com", "**", "[::1]"))
const hosts = fc.array(
  fc
    .tuple(pattern, fc.constantFrom<number | "any">(80, 443, "any"))
    .map(([name, port]): HostAccess => ({ host: name, port })),
  { maxLength: 4 }
)
const reaches = (all: ReadonlyArray<HostAccess>, name: string, port: number) =>
  all.some((one) => {
    const parsed = parseHostPattern(one.host)
    return typeof parsed !== "string" && matchesHost({ ...parsed, port: one.port }, name, port)
  })

describe("any two bounds", () => {
  it("together allow a file exactly if each of them allows it", () => {
    const list = fc.array(access, { maxLength: 4 })
    fc.assert(
      fc.property(list, list, names, fc.constantFrom<FileMode>("r", "w"), (one, other, path, letter) => {
        expect(allows(meetFiles(one, other), path, letter)).toBe(
          allows(one, path, letter) && allows(other, path, letter)
        )
      }),
      runs(3000)
    )
  })

  it("together allow a host exactly if each of them allows it", () => {
    fc.assert(
      fc.property(hosts, hosts, host, fc.constantFrom(80, 443), (one, other, name, port) => {
        expect(reaches(meetHosts(one, other), name, port)).toBe(reaches(one, name, port) && reaches(other, name, port))
      }),
      runs(3000)
    )
  })

  it("include each other's host patterns only if one matches everything that the other matches", () => {
    fc.assert(
      fc.property(pattern, pattern, host, (outer, inner, name) => {
        const any = (text: string) => reaches([{ host: text, port: "any" }], name, 1)
        if (includesHost(outer, inner) && any(inner)) expect(any(outer)).toBe(true)
      }),
      runs(3000)
    )
    expect(includesHost("**.a.com", "*.b.a.com")).toBe(true)
    expect(includesHost("*.a.com", "**.a.com")).toBe(false)
    expect(includesHost("a.com", "not a host")).toBe(false)
  })
})
