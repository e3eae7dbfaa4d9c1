import { PathPattern } from "@toolgate/access"
import { describe, expect, it } from "vitest"
import { call, command, file, host, policyIn, tools } from "./judging.ts"

/** The least processor time of one of several runs. It is that of this thread alone, which other programs take nothing of. */
const fastest = (work: () => unknown): number => {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = process.threadCpuUsage()
    let used = 0
    let times = 0
    // The system's clock of a thread moves in steps of several milliseconds.
    while (used < 50_000) {
      work()
      times++
      const { system, user } = process.threadCpuUsage(start)
      used = system + user
    }
    best = Math.min(best, used / times)
  }
  return best
}

describe("a pattern that explodes", () => {
  const timeOf = (rule: string, request: ReturnType<typeof call>) => {
    const { judge } = policyIn(`rules: { deny: [${JSON.stringify(rule)}] }`)
    expect(judge(request).decision).not.toBe("deny")
    return fastest(() => judge(request))
  }

  it.each([
    [
      "stars in a name",
      (n: number) =>
        timeOf(`read_file(${"a*".repeat(n)}b)`, call(tools.read_file, [file(`/workspace/${"a".repeat(2 * n)}`)]))
    ],
    [
      "folders",
      (n: number) =>
        timeOf(`read_file(${"**/a/".repeat(n)}b)`, call(tools.read_file, [file(`/workspace${"/a".repeat(2 * n)}`)]))
    ],
    [
      "words that may be values",
      (n: number) =>
        timeOf(
          `shell(git ${"x ".repeat(n)}y)`,
          call(tools.shell, [command(["git", ...Array.from({ length: n }, () => ["-x", "x"]).flat()])])
        )
    ],
    [
      "options",
      (n: number) =>
        timeOf(
          `shell(git ${"-x ".repeat(n)}-y)`,
          call(tools.shell, [command(["git", ...Array.from({ length: 2 * n }, () => "-x")])])
        )
    ],
    [
      "labels",
      (n: number) => timeOf("http_get(domain:**.b.com)", call(tools.http_get, [host(`${"b.com.".repeat(n)}c`)]))
    ]
  ] as const)("of %s takes no more than the square of its length says", (_what, time) => {
    time(100)
    // Of four times the length, at most sixteen times the work; what explodes would not end.
    expect(time(400) / time(100)).toBeLessThan(60)
  })
})

describe("a path pattern", () => {
  it("takes no longer for patterns that are hard than going through pattern and path once for each other", () => {
    const control = (length: number, width: number) => {
      let sum = 0
      for (let i = 0; i < length; i++) for (let j = 0; j < width; j++) sum += (i ^ j) & 1
      return sum
    }
    const hard = [
      [`/${"*a".repeat(1000)}b`, `/${"a".repeat(4000)}`],
      [`/${"**/a/".repeat(600)}b`, "/a".repeat(2000)],
      [`/${"**/*a*a*b/".repeat(300)}c`, "/aaaaaaaa".repeat(400)],
      [`/**/${"?*".repeat(1500)}b`, `/${"a".repeat(1999)}/${"a".repeat(1999)}`],
      [`/${"*/".repeat(1500)}b`, "/a".repeat(2000)]
    ] as const
    for (const [text, at] of hard) {
      const parsed = PathPattern.parse(text, { folded: true })
      if (typeof parsed === "string") throw new TypeError(`The pattern ${parsed}.`)
      const ratio = fastest(() => parsed.matches(at, "/")) / fastest(() => control(text.length, at.length))
      expect(ratio, text.slice(0, 20)).toBeLessThan(30)
    }
  })
})
