import { parseCommandPattern, resolveConfinement, runsCommands } from "@toolgate/policy"
import { unwrapCommand, writesOperands } from "@toolgate/shell"
import { type ComparedRule, listComparedRules } from "./ComparedRule.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about deny and ask rules for file changes in a policy that also allows commands that change files:
 * rules are not compared with the files that a command's words change.
 */
export const lintUncomparedWrites = (linted: Linted): ReadonlyArray<LintFinding> => {
  const rules = listComparedRules(linted)
  const writing = rules.find(writesFiles)
  if (writing === undefined) return []
  const configs = linted.files.map(({ config }) => config)
  const isUnconfined = writing.tools.some(
    (tool) => runsCommands(tool) && resolveConfinement(configs, tool).confinement === "waived"
  )
  return rules.flatMap(({ rule, effect, pattern }): ReadonlyArray<LintFinding> => {
    if (effect === "allow" || typeof pattern !== "object" || pattern.kind !== "file" || pattern.mode !== "w") return []
    const refused = isUnconfined ? "and nothing else refuses the change" : "and only the sandbox refuses the change"
    return [
      {
        source: rule.source,
        level: isUnconfined ? "warning" : "note",
        code: "evadable-deny",
        message: `the ${effect} rule "${rule.text}" is not compared with the files that a command changes by its words, as under "${writing.rule.text}" (${writing.rule.source}), ${refused}; "read_file(${rule.pattern})" matches every command that names such a file`
      }
    ]
  })
}

/** Whether an allow rule covers commands that may change the files that their words name. */
const writesFiles = ({ rule, effect, tools }: ComparedRule): boolean => {
  if (effect !== "allow" || !tools.some(runsCommands)) return false
  if (rule.pattern === undefined) return true
  const command = parseCommandPattern(rule.pattern, "exact")
  if (typeof command === "string") return false
  const [program] = unwrapCommand(command.words)
  return program === undefined || writesOperands(program)
}
