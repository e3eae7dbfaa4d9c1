import { describe, expect, it } from "vitest"
import { parseLimit } from "../../src/index.ts"
import { problemsOf } from "./ask.ts"

describe("a limit on a command line", () => {
  it.each([
    ["wall_time=1s", { wallMs: 1000 }],
    ["cpu_time=1.5s", { cpuMs: 1500 }],
    ["memory=16MiB", { memoryBytes: 16_777_216 }],
    ["processes=4", { processes: 4 }],
    ["output=1KB", { outputBytes: 1000 }],
    ["wall_time=unlimited", { wallMs: "unlimited" }]
  ])("is parsed: %s", (text, limits) => {
    expect(parseLimit(text)).toEqual(limits)
  })

  it.each([
    ["wall_time=1", '"wall_time" needs a unit (ms, s, m, h), as in "30s"'],
    ["wall_time=0s", '"wall_time" must be more than zero, not "0s"'],
    ["wall_time=1d", 'unknown unit "d" in "wall_time"; there are ms, s, m and h'],
    ["processes=010", '"processes" must be a whole number from 1 up, not 010'],
    ["processes=-1", '"processes" must be a whole number from 1 up, not -1'],
    ["wal_time=1s", 'unknown key "wal_time" in limits; did you mean "wall_time"?'],
    ["output=unlimited", undefined],
    ["memory=", '"memory" is empty, which differs from absent: give it a value, or leave it out']
  ])("is refused in the terms of the policy file: %s", (text, problem) => {
    const [key, value] = text.split("=")
    const [inFile] = problemsOf(`version: 1\ndefault: { limits: { ${key}: ${value} } }`)
    const said = parseLimit(text)
    expect(inFile?.replace(/^\d+:\d+ /, "")).toBe(said)
    if (problem !== undefined) expect(said).toBe(problem)
  })

  it.each(["", "1s", "wall_time", "wall_time:1s"])("must be a key and a value: %j", (text) => {
    expect(parseLimit(text)).toBe(
      `${JSON.stringify(text)} is not a limit; write a key and a value, as in "wall_time=30s"`
    )
  })

  it("is not read as YAML", () => {
    expect(parseLimit("wall_time=1s, output: 1KB")).toMatch(/^"wall_time" must be a duration/)
    expect(parseLimit("=1s")).toMatch(/^unknown key ""/)
  })
})
