import type { Rule } from "@toolgate/policy"
import { parseCommandPattern } from "@toolgate/policy"
import { type Fact, findDangerousWords, getProgramFacts, type ProgramFacts, unwrapCommand } from "@toolgate/shell"
import { filterCommandTools } from "./filterCommandTools.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about allow rules for programs that can do more than their names suggest. */
export const lintRiskyAllows = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) =>
    file.config.rules.allow.flatMap((rule) => {
      if (rule.tool === "mcp__*" && rule.pattern === undefined) return [riskOfServers(rule)]
      const tools = filterCommandTools(rule, file, linted)
      return tools.length === 0 ? [] : riskOf(rule, tools[0]?.name ?? rule.tool)
    })
  )

const riskOfServers = ({ source, text }: Rule): LintFinding => ({
  source,
  level: "warning",
  code: "risky-allow",
  message: `the allow rule "${text}" answers for every tool of every server, also of servers that are added later; name each server, as in "mcp__SERVER__*"`
})

const riskOf = (rule: Rule, tool: string): ReadonlyArray<LintFinding> => {
  const { pattern, source, text } = rule
  const found = (level: LintFinding["level"], message: string): ReadonlyArray<LintFinding> => [
    { source, level, code: "risky-allow", message: `the allow rule "${text}" ${message}` }
  ]
  if (pattern === undefined)
    return found(
      "warning",
      `answers for every command of tool "${tool}", including commands that cannot be read before they run, and for the files of the workspace that they redirect`
    )
  const command = parseCommandPattern(pattern)
  if (typeof command === "string") return []
  const words = unwrapCommand(command.words)
  const [program] = words
  if (program === undefined) return found("warning", "answers for every command that can be read, with any program")
  // Dangers of the program itself are reported below. Here, only words of the pattern count.
  const named = findDangerousWords(words)
    .filter(({ word }) => word !== program)
    .map(({ word, reason }) => `"${word}" ${reason}`)
  if (named.length > 0)
    // Without ":*", the rule covers only these words, which its author wrote on purpose.
    return found(command.open ? "warning" : "note", `names words that make "${program}" dangerous: ${named.join(", ")}`)
  const facts = factsOf(getProgramFacts(program))
  const always = facts.filter(({ reason }) => !needsWords(reason))
  if (always.length > 0)
    // Further words restrict what the program does, to an unknown extent.
    return found(
      command.open && words.length === 1 ? "warning" : "note",
      `covers "${program}", which ${reasonsOf(always)}`
    )
  return facts.length === 0
    ? []
    : found("note", `covers "${program}" without the words that make it dangerous: with them it ${reasonsOf(facts)}`)
}

const factsOf = (facts: ProgramFacts | undefined): ReadonlyArray<Fact> =>
  [facts?.startsPrograms, facts?.writesFiles, facts?.reachesNetwork, facts?.folderDecides].filter(
    (fact) => fact !== undefined
  )

/** Whether a program is dangerous only because of words that a pattern must spell out to cover. */
const needsWords = (reason: string): boolean => /\bby (?:-|options|the command )/.test(reason)

const reasonsOf = (facts: ReadonlyArray<Fact>): string => {
  const reasons = facts.map(({ reason }) => reason)
  const sources = [...new Set(facts.map(({ source }) => source))].join("; ")
  const listed = reasons.length < 2 ? reasons.join("") : `${reasons.slice(0, -1).join(", ")}, and ${reasons.at(-1)}`
  return `${listed} (${sources})`
}
