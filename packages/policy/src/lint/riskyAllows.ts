import { dangersIn, type Fact, type ProgramFacts, programFacts } from "@toolgate/shell"
import type { Rule } from "../PolicyConfig.ts"
import { parseCommandPattern } from "../rules/CommandPattern.ts"
import { commandTools } from "./commandTools.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Allow rules for programs that can do more than their names say. */
export const riskyAllows = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) =>
    file.config.rules.allow.flatMap((rule) => {
      const tools = commandTools(rule, file, linted)
      return tools.length === 0 ? [] : riskOf(rule, tools[0]?.name ?? rule.tool)
    })
  )

const riskOf = (rule: Rule, tool: string): ReadonlyArray<LintFinding> => {
  const { pattern, source, text } = rule
  const warning = (message: string): ReadonlyArray<LintFinding> => [
    { source, level: "warning", code: "risky-allow", message }
  ]
  if (pattern === undefined)
    return warning(
      `the allow rule "${text}" answers for every command of tool "${tool}", also for what cannot be read before it runs`
    )
  const command = parseCommandPattern(pattern)
  if (typeof command === "string") return []
  const [program] = command.words
  if (program === undefined)
    return warning(`the allow rule "${text}" answers for every command that can be read, whatever its program is`)
  const known = factsOf(programFacts(program))
  const named = dangersIn(command.words).map(({ word, reason }) => `"${word}" ${reason}`)
  if (known.length + named.length === 0) return []
  const what = known.map((fact) => `${fact.reason} (${fact.source})`)
  return warning(
    `the allow rule "${text}" covers "${program}", which ${[...what, ...named].join("; it ")}`.replaceAll(
      '; it "',
      '; "'
    )
  )
}

const factsOf = (facts: ProgramFacts | undefined): ReadonlyArray<Fact> =>
  [facts?.startsPrograms, facts?.writesFiles, facts?.reachesNetwork, facts?.folderDecides].filter(
    (fact) => fact !== undefined
  )
