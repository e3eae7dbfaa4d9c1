import { parseCommandPattern } from "@toolgate/policy"
import { getCommandName, isKnownProgram, unwrapCommand } from "@toolgate/shell"
import { filterCommandTools } from "./filterCommandTools.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about rules for unknown programs, and says what such rules do. */
export const lintUnknownPrograms = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) =>
    (["deny", "ask", "allow"] as const).flatMap((effect) =>
      file.config.rules[effect].flatMap((rule): ReadonlyArray<LintFinding> => {
        if (rule.pattern?.startsWith("domain:") !== false || filterCommandTools(rule, file, linted).length === 0)
          return []
        const command = parseCommandPattern(rule.pattern)
        const [program] = typeof command === "string" ? [] : unwrapCommand(command.words)
        if (program === undefined || typeof command === "string" || isKnownProgram(program)) return []
        if (effect === "allow" && !command.open) return []
        const meant = getCommandName(program.toLowerCase())
        const hint = meant !== program && isKnownProgram(meant) ? `; did you mean "${meant}"?` : ""
        const then =
          effect === "allow"
            ? "the rule covers nearly all further words"
            : "the rule matches the words as they are written, and no other spelling of them"
        return [
          {
            source: rule.source,
            level: "note",
            code: "unknown-program",
            message: `the ${effect} rule "${rule.text}" names "${program}", which is unknown: ${then}${hint}`
          }
        ]
      })
    )
  )
