import type {
  CommandResource,
  FileMode,
  PermissionRequest,
  Principal,
  ResolvedPath,
  Resource,
  RuleRef,
  ToolDefinition
} from "@toolgate/core"
import { getGrantedMode, isBeneath } from "@toolgate/core/access"
import { getToolRules } from "../config/getToolRules.ts"
import type { PolicyConfig } from "../config/PolicyConfig.ts"
import { runsCommands } from "../declarations.ts"
import type { Finding, PolicyPart } from "../PolicyPart.ts"
import type { KnownTools } from "../rules/RuleSet.ts"
import type { Rules } from "../rules/rules.ts"
import { writeExactRules } from "../rules/writeExactRules.ts"
import { allow, ask, noObjection, noOpinion } from "../verdict/verdicts.ts"
import { confinedFolders } from "./sessionPaths.ts"

/**
 * Returns the part of a policy that asks before a call uses a path outside the workspace, even if the mode of its
 * class would allow the call. The path may come from an argument, a redirection, or a word of a command.
 *
 * The part does not ask if something names the path: an allow rule with a pattern, a capability of the agent, or the
 * ceiling that the principal was given. An allow rule without a pattern names the files that its tool declares, but
 * not the files that a command reaches. The system's folders of programs and libraries are always readable for
 * commands, and never need a rule.
 *
 * A confined command may read a path in its words once a rule names the path or a person approves.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { defaultConfig, hostPaths, makePolicy, rules } from "@toolgate/policy"
 * import { makePermissionRequest } from "@toolgate/testing"
 *
 * const ruled = rules(defaultConfig)
 * const yes = () => true
 * const part = hostPaths(defaultConfig, ruled, { isEnforced: yes, isConfined: yes, tools: [], rulesWith: () => ruled })
 * const { judge } = makePolicy([part])
 * const tool = { sideEffects: "READ", resources: [{ kind: "file", arg: "/path", mode: "r", within: "host" }] } as const
 * const read = (path: string) =>
 *   judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
 * assert.deepEqual([read("/workspace/notes.md"), read("/home/ada/notes.md")], ["allow", "ask"])
 * ```
 */
export const hostPaths = (
  config: Pick<PolicyConfig, "agents" | "default" | "tools">,
  ruled: Pick<Rules, "naming" | "namingWord">,
  { isEnforced, isConfined, tools, rulesWith }: HostPathsWorld
): PolicyPart => {
  const namesFor = (tool: ToolDefinition, principal: Principal): Names => {
    const trees = [...(config.agents?.get(principal.agent)?.fs ?? []), ...(principal.ceiling.files ?? [])]
    const programs = getToolRules(config, tool).flatMap(({ path }) => path?.map((folder) => folder.path) ?? [])
    const shown = [...systemFolders, ...programs]
    return { trees, shown, ruled, isEnforced: isEnforced(tool), isConfined: isConfined(tool) }
  }
  return {
    name: "host paths",
    of: (tool, { principal }) => {
      if (!mayLeave(tool)) return noOpinion
      const names = namesFor(tool, principal)
      return (request) => {
        const { unnamed, reads } = look(request, names)
        const bounds = reads === undefined ? {} : { reads }
        const [first] = unnamed
        if (first !== undefined)
          return { ...ask(because, `The call ${first.how} outside the workspace, ${unless}`), bounds }
        return reads === undefined ? noOpinion : allow(noObjection, bounds)
      }
    },
    explain: (request, principal) => {
      const { tool } = request
      if (!mayLeave(tool)) return []
      const names = namesFor(tool, principal)
      const paths = new Map(
        look(request, names)
          .unnamed.toReversed()
          .map((one) => [one.path, one])
      )
      const ruleFor = ({ path, resource }: HostPath) =>
        [resource, { kind: "file", path, mode: "r" } as const]
          .flatMap((one) => writeExactRules({ ...request, resources: [one] }, tools, "root"))
          .find((rule) => {
            const tried = look(request, { ...names, ruled: rulesWith(rule, tool) })
            return tried.unnamed.every((other) => other.path !== path)
          })
      return [...paths.values()].reverse().map((one): Finding => {
        const rule = ruleFor(one)
        return {
          because,
          effect: "ask",
          said: `${one.said} No allow rule, capability or grant names it.`,
          change: `${rule === undefined ? "Give" : `Add the allow rule ${JSON.stringify(rule)}, or give`} the agent "${principal.agent}" a tree that contains the path.`
        }
      })
    }
  }
}

interface HostPathsWorld {
  /** Whether a boundary enforces the grant of a tool's calls. */
  readonly isEnforced: (tool: ToolDefinition) => boolean
  /** Whether a tool's calls run as confined commands. */
  readonly isConfined: (tool: ToolDefinition) => boolean
  /** The tools whose rules are about files. */
  readonly tools: KnownTools
  /** Returns the rules with one more allow rule, to test which paths that rule would name. */
  readonly rulesWith: (rule: string, tool: ToolDefinition) => Pick<Rules, "naming" | "namingWord">
}

/** Returns the paths outside the workspace that no rule names, and the paths that a confined command may read. */
const look = (request: PermissionRequest, { trees, shown, ruled, isEnforced, isConfined }: Names): Looked => {
  const { workspace } = request.context
  let unnamed: Array<HostPath> | undefined
  let reads: Set<ResolvedPath> | undefined
  const isHeld = (path: string, mode: FileMode) =>
    isBeneath(path, workspace) || [...mode].every((letter) => getGrantedMode(trees, path).includes(letter))
  const end = request.resources.findLastIndex((resource) => !changesFolder(resource))
  for (const [index, resource] of request.resources.entries()) {
    if (resource.kind === "file") {
      const { path, mode } = resource
      if (isHeld(path, mode) || ruled.naming(request, resource) !== undefined) continue
      unnamed ??= []
      const how = `${doing[mode]} a path`
      unnamed.push({ path, resource, how, said: `The call ${how} outside the workspace: ${JSON.stringify(path)}.` })
    } else if (resource.kind === "command" && !(isEnforced && printers.has(resource.argv[0] ?? "")))
      for (const word of resource.outside ?? []) {
        const { path, at, unusual } = word
        if (isConfined) reads ??= new Set()
        if (shown.some((folder) => isBeneath(path, folder))) continue
        const isNamed =
          getGrantedMode(trees, path).includes("r") || ruled.namingWord(request, resource, word) !== undefined
        if (!isNamed && isEnforced && unusual === true) continue
        if (path !== "/" && !confinedFolders.some((place) => isBeneath(path, place))) reads?.add(path)
        if (isNamed || (index > end && mayStayInside(resource, request.resources.slice(end + 1)))) continue
        unnamed ??= []
        const said = `The word ${JSON.stringify(resource.argv[at])} of the command leads outside the workspace, to ${JSON.stringify(path)}.`
        unnamed.push({ path, resource, how: "runs a command with a word that leads", said })
      }
  }
  return { unnamed: unnamed ?? none, reads: reads === undefined ? undefined : [...reads] }
}

/** Whether a final `cd` leads outside only if an earlier command fails: the last `cd` of `cd src && ls; cd ..`. */
const mayStayInside = ({ argv }: CommandResource, last: ReadonlyArray<Resource>): boolean =>
  last.some(
    (one) =>
      one.kind === "command" && (one.outside ?? []).length === 0 && JSON.stringify(one.argv) === JSON.stringify(argv)
  )

const changesFolder = (resource: Resource): boolean =>
  resource.kind === "command" && resource.wrapper && resource.argv[0] === "cd"

const because: RuleRef = Object.freeze({ layer: "host paths", rule: "outside the workspace", source: "built in" })

const unless = "which no allow rule, capability or grant names."

/** The patterns that name paths for a tool and a principal, and how the tool's calls run. */
interface Names {
  readonly trees: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
  /** The folders that every command may read. */
  readonly shown: ReadonlyArray<string>
  readonly ruled: Pick<Rules, "naming" | "namingWord">
  readonly isEnforced: boolean
  readonly isConfined: boolean
}

interface Looked {
  readonly unnamed: ReadonlyArray<HostPath>
  /** Absent: the call is not a confined command, or no word leads outside. */
  readonly reads: ReadonlyArray<ResolvedPath> | undefined
}

interface HostPath {
  readonly path: ResolvedPath
  readonly resource: Resource
  readonly how: string
  readonly said: string
}

const none: ReadonlyArray<HostPath> = []

const doing: Readonly<Record<FileMode, string>> = { r: "reads", w: "writes", rw: "reads and writes" }

/** Whether calls of a tool may have a path outside the workspace. Any other path was refused before the policy was asked. */
const mayLeave = (tool: ToolDefinition): boolean =>
  runsCommands(tool) || tool.resources.some((one) => one.kind === "file" && one.within === "host")

/** The programs that print their words and never open them as files. */
const printers: ReadonlySet<string> = new Set(["echo", "printf"])

/** The system's folders of programs and libraries, which every confined command may read. */
const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"]
