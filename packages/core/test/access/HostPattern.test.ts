import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostSpellings } from "../../../testing/src/hostile/hostileHosts.ts"
import { runs } from "../../../testing/src/runs.ts"
import { canonicalizeHost, canonicalizeHostname, matchesHost, parseHostPattern } from "../../src/access.ts"

const matches = (text: string, host: string, port = 443): boolean => {
  const pattern = parseHostPattern(text)
  if (typeof pattern === "string") throw new Error(pattern)
  return matchesHost(pattern, host, port)
}

describe("a host pattern", () => {
  it.each([
    ["a.com", "none", "a.com", "any"],
    ["A.Com.", "none", "a.com", "any"],
    ["*.a.com", "one", "a.com", "any"],
    ["**.a.com", "some", "a.com", "any"],
    ["**", "any", "", "any"],
    ["**:443", "any", "", 443],
    ["a.com:8080", "none", "a.com", 8080],
    ["a.com:*", "none", "a.com", "any"],
    ["*.a.com:1", "one", "a.com", 1],
    ["b\u00fccher.example", "none", "xn--bcher-kva.example", "any"],
    ["0x7f.1", "none", "127.0.0.1", "any"],
    ["[::1]", "none", "[::1]", "any"],
    ["[0:0::1]:80", "none", "[::1]", 80],
    ["[::ffff:1.2.3.4]", "none", "1.2.3.4", "any"],
    ["localhost", "none", "localhost", "any"],
    ["com", "none", "com", "any"],
    ["*.com", "one", "com", "any"]
  ] as const)("is read: %s", (text, before, fixed, port) => {
    expect(parseHostPattern(text)).toMatchObject({ text, before, fixed, port })
  })

  it.each([
    ["", "is not the name or address of a host"],
    ["*", 'may hold "*" or "**" only as its first label'],
    ["***.a.com", 'may hold "*" or "**" only as its first label'],
    ["a*.com", 'may hold "*" or "**" only as its first label'],
    ["a.*.com", 'may hold "*" or "**" only as its first label'],
    ["*a.com", 'may hold "*" or "**" only as its first label'],
    ["*.*.com", 'may hold "*" or "**" only as its first label'],
    ["*.", "is not the name or address of a host"],
    ["a..com", "is not the name or address of a host"],
    [".a.com", "is not the name or address of a host"],
    ["a.com..", "is not the name or address of a host"],
    ["a b", "is not the name or address of a host"],
    ["a\tb", "is not the name or address of a host"],
    ["a.com?x", "is not the name or address of a host"],
    ["a.com#x", "is not the name or address of a host"],
    ["a\\b", "is not the name or address of a host"],
    ["[::1", "has a port that is not a number from 1 to 65535"],
    ["::1", "has a port that is not a number from 1 to 65535"],
    ["https://a.com", "holds more than a host and a port"],
    ["a.com/x", "holds more than a host and a port"],
    ["u@a.com", "holds more than a host and a port"],
    ["a.com:", "has a port that is not a number from 1 to 65535"],
    ["a.com:0", "has a port that is not a number from 1 to 65535"],
    ["a.com:65536", "has a port that is not a number from 1 to 65535"],
    ["a.com:080x", "has a port that is not a number from 1 to 65535"],
    ["a.com:-1", "has a port that is not a number from 1 to 65535"],
    ["a.com:1e3", "has a port that is not a number from 1 to 65535"],
    ["*.1.2.3.4", "puts a label before an address"],
    ["256.1.1.1", "is not the name or address of a host"],
    ["1.2.3.4.5", "is not the name or address of a host"]
  ])("is not %j", (text, problem) => {
    expect(parseHostPattern(text)).toBe(problem)
  })

  it("matches label by label", () => {
    const hosts = ["a.com", "x.a.com", "x.y.a.com", "xa.com", "a.com.evil.org", "com", "1.2.3.4", "[::1]"]
    const matched = (text: string) => hosts.filter((host) => matches(text, host))
    expect(matched("a.com")).toEqual(["a.com"])
    expect(matched("*.a.com")).toEqual(["x.a.com"])
    expect(matched("**.a.com")).toEqual(["x.a.com", "x.y.a.com"])
    expect(matched("*.com")).toEqual(["a.com", "xa.com"])
    expect(matched("**")).toEqual(hosts)
    expect(matched("1.2.3.4")).toEqual(["1.2.3.4"])
    expect(matched("[::1]")).toEqual(["[::1]"])
  })

  it("never treats an address as a name", () => {
    expect(matchesHost({ before: "some", fixed: "4", port: "any" }, "1.2.3.4", 1)).toBe(false)
    expect(matchesHost({ before: "one", fixed: "2.3.4", port: "any" }, "1.2.3.4", 1)).toBe(false)
  })

  it("matches one port, or every port", () => {
    expect([matches("a.com:80", "a.com", 80), matches("a.com:80", "a.com", 443), matches("a.com", "a.com", 1)]).toEqual(
      [true, false, true]
    )
    expect(matchesHost({ before: "none", fixed: "a.com", port: 80 }, "a.com", "any")).toBe(false)
  })
})

describe("the canonical form of a host", () => {
  it.each(Object.entries(hostSpellings))("is %s for every spelling: %j", (host, spellings) => {
    expect(spellings.map(canonicalizeHost)).toEqual(spellings.map(() => host))
  })

  it.each([
    "",
    "a b",
    "a/b",
    "a?b",
    "a#b",
    "u@a.com",
    "a\\b",
    "a:80",
    "::1",
    "[::1]:80",
    "a..b",
    ".",
    ".a",
    "a..",
    "[::1",
    "256.256.256.256",
    "a\u2024b%"
  ])("does not exist for %j", (text) => {
    expect(canonicalizeHost(text)).toBeUndefined()
  })

  it("is idempotent and equals the host of a URL", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.ipV4Extended(),
          fc.ipV6().map((one) => `[${one}]`)
        ),
        (host) => {
          const canonical = canonicalizeHost(host)
          if (canonical === undefined) return
          expect(canonicalizeHost(canonical)).toBe(canonical)
          expect(canonicalizeHostname(new URL(`https://${host}/`).hostname)).toBe(canonical)
        }
      ),
      runs(2000)
    )
  })
})
