import type { FileMode } from "@toolgate/core"
import { type HostPattern, isBeneath, parseHostPattern } from "@toolgate/core/access"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ResourceBounds } from "../../src/parts/ResourceBounds.ts"
import { aTool, call, command, file, host, opaque, unread } from "../judging.ts"

const because = { layer: "l", rule: "r", source: "s" }
const tree = (path: string, mode: FileMode) => ({ path, mode, because: { ...because, rule: path } })
const bounds = (trees?: ReadonlyArray<ReturnType<typeof tree>>, hosts?: ReadonlyArray<string>) =>
  new ResourceBounds({
    trees,
    hosts: hosts?.map((text) => ({ pattern: parseHostPattern(text) as HostPattern, because })),
    because,
    whose: 'agent "a"'
  })
const decides = (given: ResourceBounds, ...resources: Parameters<typeof call>[1] & object) =>
  given.judge(call(aTool(), resources)).decision

describe("the bounds of an agent", () => {
  it("restrict nothing if absent, and deny everything if empty", () => {
    expect([bounds().boundsNothing, bounds([]).boundsNothing, bounds(undefined, []).boundsNothing]).toEqual([
      true,
      false,
      false
    ])
    expect(decides(bounds(), file("/x"), host("x"))).toBe("allow")
    expect([decides(bounds([]), file("/x")), decides(bounds([]), host("x"))]).toEqual(["deny", "allow"])
    expect([decides(bounds(undefined, []), file("/x")), decides(bounds(undefined, []), host("x"))]).toEqual([
      "allow",
      "deny"
    ])
    expect(bounds([], []).judge(call(aTool()))).toEqual({
      decision: "allow",
      because,
      bounds: { files: [], hosts: [] }
    })
  })

  it("name the kind of a resource, and never its value", () => {
    expect(bounds([]).judge(call(aTool(), [file("/secret", "rw")]))).toEqual({
      decision: "deny",
      because,
      why: 'The agent "a" may not read and change the file at this path.',
      refusal: "FileDenied"
    })
    expect(bounds(undefined, []).judge(call(aTool(), [host("secret")]))).toEqual({
      decision: "deny",
      because,
      why: 'The agent "a" may not reach the host of the URL.'
    })
  })

  it("leave commands and unreadable text to the grant", () => {
    expect(decides(bounds([], []), command("ls"), opaque)).toBe("allow")
  })

  it("deny text that was not read", () => {
    expect(decides(bounds([]), command("ls"), unread)).toBe("deny")
    expect(decides(bounds(undefined, []), command("ls"), unread)).toBe("deny")
    expect(decides(bounds([{ path: "/", mode: "rw", because }]), unread)).toBe("deny")
  })

  it("contain a file exactly if its trees have all letters of its mode", () => {
    const path = fc.array(fc.constantFrom("a", "ab", "b"), { maxLength: 3 }).map((names) => `/${names.join("/")}`)
    const mode = fc.constantFrom<FileMode>("r", "w", "rw")
    fc.assert(
      fc.property(fc.array(fc.tuple(path, mode), { maxLength: 4 }), path, mode, (trees, given, use) => {
        const held = [...use].every((letter) =>
          trees.some(([root, of]) => of.includes(letter) && isBeneath(given, root))
        )
        const all = bounds(trees.map(([root, of]) => tree(root, of)))
        expect(decides(all, file(given, use))).toBe(held ? "allow" : "deny")
        expect(all.findings(call(aTool(), [file(given, use)])).at(-1)?.effect).toBe(held ? "allow" : "deny")
      }),
      runs(2000)
    )
  })
})
