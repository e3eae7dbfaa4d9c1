import type { Resource, ToolDefinition } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addAllowRules, DefaultPolicy, defaultConfig, writeExactRules } from "../../src/index.ts"
import { call, command, file, installed, tools } from "../judging.ts"

describe("the rules for exactly one call", () => {
  const word = fc.oneof(
    fc.string({ unit: "grapheme-ascii", maxLength: 8 }),
    fc.constantFrom(
      "",
      "'",
      '"',
      "'\"",
      "a'b\"c",
      ":*",
      "*",
      ")",
      "(",
      "a b",
      "\\",
      "-",
      "~",
      "~/a",
      "domain:a",
      "é",
      "\ud83d\ude00"
    )
  )
  const known = [tools.shell, tools.write_file]

  const decided = (tool: ToolDefinition, resources: ReadonlyArray<Resource>, from?: "root") => {
    const request = call(tool, resources)
    const rules = writeExactRules(request, known, from)
    const configs = addAllowRules([defaultConfig], [0], rules, tool)
    return { rules, decision: DefaultPolicy.make({ configs, tools: known }, installed).judge(request).decision }
  }

  it("answer for a command of any words that are not dangerous in themselves", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const argv = ["harmless-program", ...words]
        const { rules, decision } = decided(tools.shell, [command(argv)])
        expect({ rules, decision }).toEqual({ rules, decision: "allow" })
      }),
      runs(500)
    )
  })

  it("answer for a file of any name, inside and outside the workspace", () => {
    const name = fc
      .oneof(
        fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }),
        fc.constantFrom("~", "A:", "!a", "domain:a", "[x]", "{a}", "**", "?")
      )
      .filter((text) => !text.includes("/") && text !== "." && text !== "..")
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("/workspace", "/else", ""),
        fc.constantFrom("root" as const, undefined),
        (names, folder, from) => {
          const path = `${folder}/${names.join("/")}`
          const { rules, decision } = decided(tools.write_file, [file(path, "w")], from)
          expect({ path, rules, decision }).toEqual({ path, rules, decision: "allow" })
        }
      ),
      runs(500)
    )
  })

  it("answer for a file that a command writes by redirection", () => {
    expect(decided(tools.shell, [command("echo"), file("/workspace/out", "w")])).toEqual({
      rules: ["shell(echo)", "write_file(out)"],
      decision: "allow"
    })
  })
})
