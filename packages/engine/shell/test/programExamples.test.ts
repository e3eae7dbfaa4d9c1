import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { loadShellSyntax } from "../src/index.ts"
import { findDangerousWords } from "../src/programs.ts"
import { readGrammarFiles } from "../src/readGrammarFiles.ts"

const { parts } = await loadShellSyntax(readGrammarFiles)

/** Returns the words of a simple command. Operators of the shell in the text are quoted first. */
const words = (text: string) => {
  const quoted = text.replaceAll(/(?<=\s)([;(){}!]+)(?=\s|$)/g, "'$1'")
  const [command] = parts(quoted, "bash").filter(({ kind }) => kind === "command")
  return command?.kind === "command" ? command.argv : []
}

/** The commands that a program's file gives as examples under a rule: each line is a command. */
interface Examples {
  readonly rule: string
  readonly harmless?: string
  readonly harmful?: string
}

const folder = new URL("../../program-facts/programs/", import.meta.url)
const rows = readdirSync(folder).flatMap((file) => {
  const { examples = [] } = parse(readFileSync(new URL(file, folder), "utf8")) as { examples?: ReadonlyArray<Examples> }
  return examples.map((each) => ({ file, ...each }))
})

const linesOf = (text = "") => text.split("\n").filter((line) => line !== "")

describe.each(rows)("under the rule $rule of $file", ({ rule, harmless, harmful }) => {
  const named = rule.split(" ").length

  it("each example is harmful or harmless as listed", () => {
    const doing = (lines: string | undefined, doesHarm: boolean) =>
      linesOf(lines).filter((text) => findDangerousWords(words(text), named).length > 0 !== doesHarm)
    expect({ harmful: doing(harmful, true), harmless: doing(harmless, false) }).toEqual({ harmful: [], harmless: [] })
  })
})
