import type { ToolSelector } from "@toolgate/policy"
import { listToolReferences } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about tools that a list names twice. */
export const lintRepeatedNames = ({ files }: Linted): ReadonlyArray<LintFinding> =>
  files.flatMap(({ config }) => {
    const first = new Map<string, ToolSelector>()
    return [...listToolReferences(config)].flatMap((mention): ReadonlyArray<LintFinding> => {
      const { text, source, where } = mention
      // Rules are compared with their patterns by `lintShadowedRules`.
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
