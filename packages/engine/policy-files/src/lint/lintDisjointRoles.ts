import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns a finding about the first file that shares no role with all the files before it. Every call is then denied,
 * because one of the files denies its role.
 */
export const lintDisjointRoles = ({ files }: Linted): ReadonlyArray<LintFinding> => {
  let common: ReadonlyArray<string> | undefined
  const before: Array<string> = []
  for (const { config } of files) {
    const { roles } = config.layers
    if (roles === undefined) continue
    const both: ReadonlyArray<string> = common?.filter((role) => roles.has(role)) ?? [...roles.keys()]
    if (before.length > 0 && both.length === 0)
      return [
        {
          source: [...roles.values()][0]?.source ?? config.name,
          level: "warning",
          code: "never-matches",
          message: `every call is denied: no role is listed by all of ${[...before, config.name].join(" and ")}, and each file denies the roles that it does not list`
        }
      ]
    common = both
    before.push(config.name)
  }
  return []
}
