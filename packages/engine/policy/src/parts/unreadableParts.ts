import { type Allowed, type Asked, cachePerObject, type PermissionRequest, type ToolDefinition } from "@toolgate/core"
import type { PathPattern } from "@toolgate/core/access"
import { resolveAccess } from "../grant/resolveAccess.ts"
import type { Finding, GrantCheck, PolicyPart } from "../PolicyPart.ts"
import type { CompiledRule } from "../rules/CompiledRule.ts"
import type { RuleTable } from "../rules/RuleTable.ts"
import { unreadable } from "../rules/ruleFindings.ts"
import type { Rules } from "../rules/rules.ts"
import { noOpinion } from "../verdict/verdicts.ts"

/**
 * Returns the part of a policy that asks about text in a command that cannot be read before the command runs. The part
 * asks if a deny pattern, an ask pattern or a bound of any file could apply to the unread text, and the call's own
 * grant does not already enforce it. An allow rule without a pattern answers for everything else.
 *
 * Mounts keep a confined command within its trees and away from the files of a pattern. A command without a network is
 * kept from every host. Nothing keeps a command from starting a program.
 *
 * All files are asked together, because a rule must not mean less because of the file that contains it.
 */
export const unreadableParts = (
  files: ReadonlyArray<Pick<Rules, "patterns">>,
  isGrantEnforced: (tool: ToolDefinition) => boolean
): PolicyPart => {
  // A tool's rules are the same for every caller.
  const checkOf = cachePerObject((tool: ToolDefinition): GrantCheck => {
    const isEnforced = isGrantEnforced(tool)
    const tables = files.flatMap((file) => file.patterns(tool))
    const programsAndFiles = [...commandRules(tables), ...fileRules(tables, isEnforced)]
    const offline = findingsOf(programsAndFiles)
    const online = findingsOf([...programsAndFiles, ...hostRules(tables)])
    return (request, verdict) => {
      if (!request.resources.some(({ kind }) => kind === "opaque")) return nothing
      // A person is already asked about this very call.
      if (verdict.decision === "ask" && verdict.covers === "call") return nothing
      const { hosts } = resolveAccess(request, verdict.bounds)
      const found = isEnforced && hosts !== "any" ? offline : online
      return found.length > 0 || isEnforced ? found : boundFindings(request, verdict)
    }
  })
  return {
    name: "what cannot be read",
    of: () => noOpinion,
    ofGrant: (tool) => (tool.resources.length === 0 ? undefined : checkOf(tool)),
    explain: () => nothing
  }
}

const nothing: ReadonlyArray<Finding> = []

const commandRules = (tables: ReadonlyArray<RuleTable>): ReadonlyArray<CompiledRule> =>
  tables.flatMap(({ commands }) => [...commands.all()])

const hostRules = (tables: ReadonlyArray<RuleTable>): ReadonlyArray<CompiledRule> =>
  tables.flatMap(({ hosts }) => [...hosts.all()])

/** Returns the rules about files that no mount enforces. */
const fileRules = (tables: ReadonlyArray<RuleTable>, isEnforced: boolean): ReadonlyArray<CompiledRule> =>
  tables.flatMap(({ paths }) =>
    [...paths.all()].flatMap(({ rule, path, mode }) =>
      isEnforced && (mode === "w" || !shownToCommands(path)) ? [] : [rule]
    )
  )

/** Returns one question about all of the rules, and a finding for each rule that says how to answer it. */
const findingsOf = (given: ReadonlyArray<CompiledRule>): ReadonlyArray<Finding> => {
  const rules = [...new Set(given)]
  const [first] = rules
  if (first === undefined) return nothing
  const which =
    rules.length === 1 ? `the rule "${first.rule.text}"` : `any of ${rules.length} rules, such as "${first.rule.text}",`
  return [
    asked(`${which} could be about the rest.`),
    ...rules.map(
      ({ because }): Finding => ({
        because,
        effect: "ask",
        said: "The rule could apply to the unreadable part.",
        change: "Remove the rule, make its pattern narrower, or let the tool run confined and without a network."
      })
    )
  ]
}

/** Returns a question about the bounds of an agent, a permission or a tool that nothing enforces. */
const boundFindings = (request: PermissionRequest, { bounds }: Allowed | Asked): ReadonlyArray<Finding> => {
  const kinds = [
    ...(bounds.files === undefined ? [] : ["files"]),
    ...(resolveAccess(request, bounds).hosts === "any" || bounds.hosts === undefined ? [] : ["hosts"])
  ]
  return kinds.length === 0
    ? nothing
    : [asked(`the rest is not restricted to the ${kinds.join(" and ")} that it may touch.`)]
}

const asked = (said: string): Finding => ({
  because: unreadable,
  effect: "ask",
  said: `Part of the call cannot be read before it runs, and ${said}`
})

/**
 * Whether a pattern names a path that every confined command may read: a folder of the system, or a folder above it. A
 * pattern for a name in any folder does not count.
 */
const shownToCommands = ({ begins, prefix }: Pick<PathPattern, "begins" | "prefix">): boolean => {
  const [first] = prefix
  return begins === "root" && first !== undefined && systemFolders.has(first)
}

/** Folders beneath the root that a confined command sees in full or, depending on the system, in part. */
const systemFolders: ReadonlySet<string> = new Set([
  ...["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix", "gnu"],
  ...["etc", "opt", "proc", "dev", "sys"]
])
