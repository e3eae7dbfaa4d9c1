import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** The file that lists no role which every file before it lists too: each role is denied by one of them, and so is every call. */
export const disjointRoles = ({ files }: Linted): ReadonlyArray<LintFinding> => {
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
          message: `every call is denied: there is no role that ${[...before, config.name].join(" and ")} all list, and each denies the roles that it does not list`
        }
      ]
    common = both
    before.push(config.name)
  }
  return []
}
