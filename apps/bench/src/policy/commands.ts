import type { CommandResource, ResolvedPath, ToolDefinition, Verdict } from "@toolgate/core"
import { findDangerousWords } from "@toolgate/shell"
import { makeToolDefinition } from "@toolgate/testing"
import { getRuleVerdict } from "./createBareTable.ts"
import { createRuleStream } from "./createRuleStream.ts"
import type { ByHand, RuleKind } from "./RuleKind.ts"

const shells: ReadonlyArray<ToolDefinition> = Array.from({ length: 4 }, (_, at) =>
  makeToolDefinition({ name: `shell_${at}`, sideEffects: "EXECUTE", resources: [{ kind: "shell", arg: "/command" }] })
)

/** Returns rules for commands with two leading words, each for a different program: `shell_1(prog10001 sub:*)`. */
export const commands = (effect: "deny" | "allow"): RuleKind =>
  commandKind(`${effect} a program's command`, effect, shells, (number) => [`prog${10_000 + number}`, "sub"])

/** Returns rules about one program of one tool: `shell_0(git sub10001:*)`. */
export const oneProgram = (effect: "deny" | "allow"): RuleKind =>
  commandKind(`${effect} a command of one program`, effect, shells.slice(0, 1), (number) => [
    "git",
    `sub${10_000 + number}`
  ])

type Words = readonly [program: string, operand: string]

const commandKind = (
  name: string,
  effect: "deny" | "allow",
  tools: ReadonlyArray<ToolDefinition>,
  words: (number: number) => Words
): RuleKind => ({
  name,
  effect,
  tools,
  rule: (number) => ({ tool: `shell_${number % tools.length}`, pattern: `${words(number).join(" ")}:*` }),
  stream: createRuleStream(effect, tools, (number, at) => commandOf([...words(number), "--flag", `word${at}`])),
  byHand: (rules) => {
    const numbers = Array.from({ length: rules }, (_, number) => number)
    return effect === "deny"
      ? anyTool(tableOf(effect, numbers, words))
      : oneTool(
          tools.map((_, at) => {
            const own = numbers.filter((number) => number % tools.length === at)
            return tableOf(effect, own, words)
          }),
          tools
        )
  }
})

const commandOf = (argv: ReadonlyArray<string>): CommandResource => ({
  kind: "command",
  argv,
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: argv.slice(1).map((word) => `/workspace/${word}` as ResolvedPath),
  hosts: []
})

type Table = ReadonlyMap<string, ReadonlyMap<string, Verdict>>

/** Returns a table by program and first argument. */
const tableOf = (effect: "deny" | "allow", numbers: ReadonlyArray<number>, words: (number: number) => Words): Table => {
  const table = new Map<string, Map<string, Verdict>>()
  for (const number of numbers) {
    const [program, operand] = words(number)
    table.set(program, (table.get(program) ?? new Map()).set(operand, getRuleVerdict(effect, number)))
  }
  return table
}

/**
 * Returns a lookup that finds a program in any folder, with options before the argument, each of which may have a
 * value.
 */
const anyTool =
  (table: Table): ByHand =>
  ({ resources }) => {
    for (const resource of resources)
      if (resource.kind === "command") {
        const { argv } = resource
        const [program = ""] = argv
        const operands = table.get(program.slice(program.lastIndexOf("/") + 1))
        const denied = operands === undefined ? undefined : ofOperand(argv, operands)
        if (denied !== undefined) return denied
      }
    return undefined
  }

const ofOperand = (argv: ReadonlyArray<string>, operands: ReadonlyMap<string, Verdict>): Verdict | undefined => {
  let before = ""
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? ""
    if (!word.startsWith("-")) {
      const denied = operands.get(word)
      if (denied !== undefined || !before.startsWith("-") || before.includes("=")) return denied
    }
    before = word
  }
  return undefined
}

/** Returns a lookup that compares words in order, in the workspace, without variables and without dangerous words. */
const oneTool = (tables: ReadonlyArray<Table>, tools: ReadonlyArray<ToolDefinition>): ByHand => {
  const byTool = new Map(tools.map(({ name }, at) => [name, tables[at]]))
  return ({ tool, resources }) => {
    const table = byTool.get(tool.name)
    let allowed: Verdict | undefined
    for (const resource of resources) {
      if (resource.kind !== "command") return undefined
      const { argv, assigned, inWorkspace } = resource
      const one = table?.get(argv[0] ?? "")?.get(argv[1] ?? "")
      if (one === undefined || !inWorkspace || assigned.length > 0 || findDangerousWords(argv, 2).length > 0)
        return undefined
      allowed ??= one
    }
    return allowed
  }
}
