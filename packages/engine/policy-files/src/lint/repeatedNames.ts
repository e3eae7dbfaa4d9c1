import type { ToolSelector } from "@toolgate/policy"
import { mentions } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about tools that a list names twice. */
export const repeatedNames = ({ files }: Linted): ReadonlyArray<LintFinding> =>
  files.flatMap(({ config }) => {
    const first = new Map<string, ToolSelector>()
    return [...mentions(config)].flatMap((mention): ReadonlyArray<LintFinding> => {
      const { text, source, where } = mention
      // A rule also has a pattern, and `shadowedRules` compares both.
      if (where.startsWith("rules.")) return []
      const key = `${where}\0${text}`
      const before = first.get(key)
      if (before === undefined) {
        first.set(key, mention)
        return []
      }
      return [
        {
          source,
          level: "warning",
          code: "duplicate",
          message: `"${text}" is listed twice in ${where}, first at ${before.source}`
        }
      ]
    })
  })
