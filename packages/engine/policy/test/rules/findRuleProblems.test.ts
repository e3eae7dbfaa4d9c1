import { describe, expect, it } from "vitest"
import { findRuleProblems } from "../../src/rules/findRuleProblems.ts"
import { configOf, tools } from "../judging.ts"

const problems = (...given: ReadonlyArray<string>) =>
  (["deny", "ask", "allow"] as const).map((effect) =>
    findRuleProblems(configOf(`rules: { ${effect}: ${JSON.stringify(given)} }`), Object.values(tools)).map(
      ({ message }) => message
    )
  )

describe("rules whose patterns do not fit their tools", () => {
  it("are found for every effect", () => {
    expect(problems("add(src/**)", "save_file(domain:a.com)")).toEqual(
      Array(3).fill([
        'the pattern of the rule "add(src/**)" has nothing to match: tool "add" declares no file, no host and no command',
        'the pattern of the rule "save_file(domain:a.com)" is about hosts, and tool "write_file" declares neither a URL nor a host'
      ])
    )
    expect(problems("*(domain:a..b)")).toEqual(
      Array(3).fill(['the pattern of the rule "*(domain:a..b)" is not the name or address of a host'])
    )
  })

  it("are not reported if they fit, have no pattern, or name an unknown tool", () => {
    expect(
      problems("shell", "shell(ls)", "read_file(**)", "unknown(**)", "*(domain:a.com)", "run_shell(x:*)").flat()
    ).toEqual([])
  })
})
