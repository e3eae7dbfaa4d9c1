import type { FileMode, ToolDefinition } from "@toolgate/core"
import { includesHost } from "@toolgate/core/access"
import { includesName, isServerWildcard, type RulePattern } from "@toolgate/policy"
import type { ComparedRule } from "./ComparedRule.ts"
import { concernsAll, concernsWider, coversAll } from "./containsCommand.ts"
import { containsPath } from "./containsPath.ts"

/** Whether the outer rule matches everything that the inner rule matches. False if that is uncertain. */
export const containsRule = (outer: ComparedRule, inner: ComparedRule): boolean => {
  // A deny or ask rule with an unreadable pattern denies every call of its tool.
  if (outer.pattern === "unsure" || (inner.pattern === "unsure" && inner.effect !== "allow")) return false
  // If a tool has both files and hosts, an allow rule about one kind allows calls with any resources of the other kind.
  if (outer.effect !== "allow" && inner.effect === "allow" && inner.pattern !== undefined)
    if (!inner.tools.every(hasOneKind)) return false
  const reachesTools =
    includesName(outer.rule.tool, inner.rule.tool) ||
    (!isServerWildcard(inner.rule.tool) && inner.tools.length > 0 && isWithin(inner.tools, outer.tools))
  if (outer.pattern === undefined) {
    // The pattern of a deny or ask rule applies to its resources in calls of every tool.
    const isOfTool = inner.effect === "allow" || inner.pattern === undefined || outer.rule.tool === "*"
    return isOfTool && reachesTools
  }
  if (inner.pattern === undefined || inner.pattern === "unsure") return false
  const isShared = outer.effect !== "allow" && (outer.pattern.kind === "host" || outer.tools.length > 0)
  // A rule of a tool that only changes files denies other tools only changes.
  const isOwn = inner.pattern.kind === "file" && inner.pattern.mode === "w" && inner.effect !== "allow"
  return (reachesTools || (isShared && !isOwn)) && patternContains(outer, outer.pattern, inner, inner.pattern)
}

const isWithin = (inner: ReadonlyArray<ToolDefinition>, outer: ReadonlyArray<ToolDefinition>): boolean =>
  inner.every((tool) => outer.includes(tool))

const patternContains = (
  { effect }: ComparedRule,
  outer: RulePattern,
  within: ComparedRule,
  inner: RulePattern
): boolean => {
  const isAllow = within.effect === "allow"
  if (outer.kind === "file" && inner.kind === "file") {
    const uses = isAllow ? within.tools.flatMap(usesOf) : [inner.mode]
    if (effect !== "allow" && outer.mode === "w" && uses.some((use) => use !== "w" && (use === "r" || !isAllow)))
      return false
    return containsPath({ text: outer.path.text, wide: effect !== "allow" }, { text: inner.path.text, wide: !isAllow })
  }
  if (outer.kind === "host" && inner.kind === "host")
    return (
      (outer.host.port === "any" || outer.host.port === inner.host.port) &&
      includesHost(outer.host.host, inner.host.host)
    )
  if (outer.kind !== "command" || inner.kind !== "command") return false
  if (effect === "allow") return coversAll(outer.command, inner.command)
  return isAllow ? concernsAll(outer.command, inner.command) : concernsWider(outer.command, inner.command)
}

const hasOneKind = ({ resources }: ToolDefinition): boolean => new Set(resources.map(({ kind }) => kind)).size < 2

const usesOf = ({ resources }: ToolDefinition): ReadonlyArray<FileMode> =>
  resources.flatMap((one) => (one.kind === "file" ? [one.mode] : []))
