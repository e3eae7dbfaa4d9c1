import { isBeneath } from "@toolgate/access"
import { confinementOf } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"
import { type LintedToolRule, lintedToolRules } from "./lintedToolRules.ts"

/** Folders of programs that a later file only seems to add, and those in which a call may have put a program of its own. */
export const addedFolders = (linted: Linted): ReadonlyArray<LintFinding> =>
  lintedToolRules(linted).flatMap((one) => {
    const given = givenBefore(one, linted)
    return (one.rule.path ?? []).flatMap(({ path, source }): ReadonlyArray<LintFinding> => {
      const found = (message: string) => [{ source, level: "warning" as const, code: "confinement" as const, message }]
      if (given !== undefined && !given.paths.has(path))
        return found(
          `the programs of "${path}" are not given to ${one.whose} by this: ${given.by} does not give them, and a later file can only take back`
        )
      const where = writtenWhere(path, linted)
      return where === undefined
        ? []
        : found(
            `programs of "${path}" are found before those of the system by the commands of ${one.whose}, and calls may write there (${where}): one of them can replace "git" for the next`
          )
    })
  })

const givenBefore = ({ tools, isFirst }: LintedToolRule, { files: [first] }: Linted) =>
  isFirst || first === undefined
    ? undefined
    : { by: first.config.name, paths: new Set(tools.flatMap((tool) => confinementOf([first.config], tool).path)) }

/** Why calls may write in a folder, as far as that can be known without a workspace. */
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
