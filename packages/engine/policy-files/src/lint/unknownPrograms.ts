import { parseCommandPattern } from "@toolgate/policy"
import { commandName, isKnownProgram, unwrapped } from "@toolgate/shell"
import { commandTools } from "./commandTools.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about rules that name a program of which nothing is known, with what the rules then do. */
export const unknownPrograms = (linted: Linted): ReadonlyArray<LintFinding> =>
  linted.files.flatMap((file) =>
    (["deny", "ask", "allow"] as const).flatMap((effect) =>
      file.config.rules[effect].flatMap((rule): ReadonlyArray<LintFinding> => {
        if (rule.pattern?.startsWith("domain:") !== false || commandTools(rule, file, linted).length === 0) return []
        const command = parseCommandPattern(rule.pattern)
        const [program] = typeof command === "string" ? [] : unwrapped(command.words)
        if (program === undefined || typeof command === "string" || isKnownProgram(program)) return []
        if (effect === "allow" && !command.open) return []
        const meant = commandName(program.toLowerCase())
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
            message: `the ${effect} rule "${rule.text}" names "${program}", of which nothing is known: ${then}${hint}`
          }
        ]
      })
    )
  )
