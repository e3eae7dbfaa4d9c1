import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeResource } from "../../src/rules/describeResource.ts"
import { command, file, host } from "../judging.ts"

describe("the description of a resource", () => {
  it.each([
    [file("/a/b.ts"), "reading /a/b.ts"],
    [file("/a b", "w"), 'writing "/a b"'],
    [file("/a\u202e\u001b[31m", "rw"), 'reading and writing "/a\\u202e\\u001b[31m"'],
    [host("a.com", 80), "connecting to a.com:80"],
    [host("[::1]", 80), 'connecting to "[::1]":80'],
    [command("git log"), "running git log"],
    [command(["rm", "a b", ""]), 'running rm "a b" ""'],
    [command(["x\n(which sets PATH)"]), 'running "x\\n(which sets PATH)"'],
    [command("x", { assigned: ["PATH", "A B"] }), 'running x (which sets PATH, "A B")'],
    [{ kind: "opaque", reason: "It is computed." } as const, "a part that cannot be read: It is computed"],
    [{ kind: "unread", reason: "It is long." } as const, "a part that was not read: It is long"]
  ])("%j", (resource, text) => {
    expect(describeResource(resource)).toBe(text)
  })

  it("never contains invisible characters", () => {
    const text = fc.string({ unit: "binary" })
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1 }), (name, words) => {
        const said = [file(`/${name}`), host(name), command(words, { assigned: [name] })].map(describeResource)
        for (const one of said) expect(one).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      }),
      runs(1000)
    )
  })

  it("differs for different resources", () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom("a", " ", '"', "\\", "\n", "\u{e0041}", "\ue004", "1") }),
      {
        minLength: 1,
        maxLength: 3
      }
    )
    fc.assert(
      fc.property(words, words, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(describeResource(command(one)) === describeResource(command(other))).toBe(same)
      }),
      runs(3000)
    )
  })
})
