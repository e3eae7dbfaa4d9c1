import type { ToolSelector } from "@toolgate/policy"
import { mentions } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Tools that one list names twice. */
export const repeatedNames = ({ files }: Linted): ReadonlyArray<LintFinding> =>
  files.flatMap(({ config }) => {
    const first = new Map<string, ToolSelector>()
    return [...mentions(config)].flatMap((mention): ReadonlyArray<LintFinding> => {
      const { text, source, where } = mention
      // A rule has a pattern as well, which is compared with it.
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
          message: `"${text}" stands twice in ${where}, first at ${before.source}`
        }
      ]
    })
  })
