import { givenLetters, isBeneath } from "@toolgate/access"
import type { FileMode, PermissionRequest, Principal, ResolvedPath, RuleRef, ToolDefinition } from "@toolgate/core"
import { runsCommands } from "./declarations.ts"
import type { PolicyConfig } from "./PolicyConfig.ts"
import type { Finding, PolicyPart } from "./PolicyPart.ts"
import type { Rules } from "./rules/rules.ts"
import { rulesFor } from "./rulesFor.ts"
import { ask, noOpinion } from "./verdicts.ts"

/**
 * Returns the part of a policy that asks before a call uses a path outside the workspace, whatever the mode of its class is: a file
 * that an argument names, a file that a command redirects, or a word of a command that leads there.
 *
 * The part does not ask if something names the path: an allow rule with a pattern, a capability of the agent, or the ceiling that the
 * principal was given. An allow rule without a pattern names the files that its tool declares, but none that a command reaches. The
 * folders of programs and libraries, which every command is shown, need no name.
 *
 * ```ts
 * import { defaultConfig, hostPaths, policyOf, rules } from "@toolgate/policy"
 *
 * export const { judge } = policyOf([hostPaths(defaultConfig, rules(defaultConfig), () => true)])
 * ```
 */
export const hostPaths = (
  config: Pick<PolicyConfig, "agents" | "default" | "tools">,
  { naming, namingWord }: Pick<Rules, "naming" | "namingWord">,
  isGrantEnforced: (tool: ToolDefinition) => boolean
): PolicyPart => {
  const namesFor = (tool: ToolDefinition, principal: Principal): Named => {
    const trees = [...(config.agents?.get(principal.agent)?.fs ?? []), ...(principal.ceiling.files ?? [])]
    const programs = rulesFor(config, tool).flatMap(({ path }) => path?.map((folder) => folder.path) ?? [])
    return { trees, folders: [...systemFolders, ...programs], isEnforced: isGrantEnforced(tool) }
  }
  const unnamed = (request: PermissionRequest, { trees, folders, isEnforced }: Named): ReadonlyArray<HostPath> => {
    const { workspace } = request.context
    let found: Array<HostPath> | undefined
    const isHeld = (path: string, mode: FileMode) =>
      isBeneath(path, workspace) || [...mode].every((letter) => givenLetters(trees, path).includes(letter))
    for (const resource of request.resources) {
      if (resource.kind === "file") {
        const { path, mode } = resource
        if (isHeld(path, mode) || naming(request, resource) !== undefined) continue
        found ??= []
        found.push({ path, how: `${doing[mode]} a path` })
      } else if (resource.kind === "command" && !(isEnforced && printers.has(resource.argv[0] ?? "")))
        for (const word of resource.outside ?? []) {
          const { path, missing } = word
          if (isEnforced && missing === true) continue
          if (givenLetters(trees, path) !== "" || folders.some((folder) => isBeneath(path, folder))) continue
          if (namingWord(request, resource, word) !== undefined) continue
          found ??= []
          found.push({ path, how: "runs a command with a word that leads" })
        }
    }
    return found ?? none
  }
  return {
    name: "host paths",
    of: (tool, { principal }) => {
      if (!mayLeave(tool)) return noOpinion
      const named = namesFor(tool, principal)
      return (request) => {
        const [first] = unnamed(request, named)
        return first === undefined ? noOpinion : ask(because, `The call ${first.how} outside the workspace, ${unless}`)
      }
    },
    explain: (request, principal) => {
      if (!mayLeave(request.tool)) return []
      const paths = new Map(unnamed(request, namesFor(request.tool, principal)).map((one) => [one.path, one]))
      return [...paths.values()].map(
        ({ path, how }): Finding => ({
          because,
          effect: "ask",
          said: `The call ${how} outside the workspace: ${path}.`,
          change: `Add an allow rule that names the path, as in ${JSON.stringify(`Read(${path})`)}, or give the agent "${principal.agent}" a tree that holds it.`
        })
      )
    }
  }
}

const because: RuleRef = Object.freeze({ layer: "host paths", rule: "outside the workspace", source: "built in" })

const unless = "which no allow rule, capability or grant names."

/** The trees and folders that name paths for a tool and a principal, and whether a boundary enforces the tool's grant. */
interface Named {
  readonly trees: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
  readonly folders: ReadonlyArray<string>
  readonly isEnforced: boolean
}

/** A path outside the workspace that nothing names, and how the call uses it. */
interface HostPath {
  readonly path: ResolvedPath
  readonly how: string
}

const none: ReadonlyArray<HostPath> = []

const doing: Readonly<Record<FileMode, string>> = { r: "reads", w: "writes", rw: "reads and writes" }

/** Whether calls of a tool may have a path outside the workspace. Any other path was refused before the policy was asked. */
const mayLeave = (tool: ToolDefinition): boolean =>
  runsCommands(tool) || tool.resources.some((one) => one.kind === "file" && one.within === "host")

/** The programs that print their words, and open none of them. */
const printers: ReadonlySet<string> = new Set(["echo", "printf"])

/** The folders of programs and libraries, which belong to the system and are shown to every confined command. */
const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]
