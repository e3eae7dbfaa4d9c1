import { isBeneath } from "@toolgate/core/access"
import { resolveConfinement } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, listToolRules } from "./listToolRules.ts"

/**
 * Returns findings about folders of programs: a folder in a later file that has no effect, and a folder into which
 * calls may write programs.
 */
export const lintAddedFolders = (linted: Linted): ReadonlyArray<LintFinding> =>
  listToolRules(linted).flatMap((one) => {
    const given = givenBefore(one, linted)
    return (one.rule.path ?? []).flatMap(({ path, source }): ReadonlyArray<LintFinding> => {
      const found = (message: string) => [{ source, level: "warning" as const, code: "confinement" as const, message }]
      if (given !== undefined && !given.paths.has(path))
        return found(
          `this entry does not give the programs of "${path}" to ${one.whose}: ${given.by} does not list them, and a later file can only take folders away`
        )
      const where = writtenWhere(path, linted)
      return where === undefined
        ? []
        : found(
            `the commands of ${one.whose} find the programs of "${path}" before those of the system, and calls may write there (${where}): a call can replace "git" for the next call`
          )
    })
  })

const givenBefore = ({ tools, isFirst }: LintedToolRule, { files: [first] }: Linted) =>
  isFirst || first === undefined
    ? undefined
    : { by: first.config.name, paths: new Set(tools.flatMap((tool) => resolveConfinement([first.config], tool).path)) }

/** Returns a reason why calls may write in a folder, judging without a workspace; `undefined` if they may not. */
const writtenWhere = (path: string, { files }: Linted): string | undefined => {
  if (/\/node_modules(?:\/|$)/.test(path)) return "packages are installed into node_modules"
  for (const { config } of files) {
    const workspace = config.confirmation?.trustedWorkspaces.find((trusted) => isBeneath(path, trusted.path))
    if (workspace !== undefined) return `it is in a trusted workspace, ${workspace.source}`
    for (const agent of config.agents?.values() ?? []) {
      const tree = agent.fs?.find((given) => given.mode !== "r" && isBeneath(path, given.path))
      if (tree !== undefined) return `an agent may, ${tree.source}`
    }
  }
  return undefined
}
