import { measureFastest } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { call, command, file, host, policyIn, tools } from "./judging.ts"

describe("a pattern that explodes", () => {
  const timeOf = (rule: string, request: ReturnType<typeof call>) => {
    const { judge } = policyIn(`rules: { deny: [${JSON.stringify(rule)}] }`)
    expect(judge(request).decision).not.toBe("deny")
    return measureFastest(() => judge(request))
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
  ] as const)("of %s takes at most quadratic time", (_what, time) => {
    time(100)
    // Four times the length takes at most sixteen times the work. A pattern that explodes would not end.
    expect(time(400) / time(100)).toBeLessThan(60)
  })
})
