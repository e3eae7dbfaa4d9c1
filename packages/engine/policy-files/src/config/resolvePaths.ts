import type { PolicyConfig, PolicyProblem, ProtectedPattern, Rule, Sourced, ToolRule } from "@toolgate/policy"
import { resolveLinks } from "./resolveLinks.ts"
import { resolvePattern } from "./resolvePattern.ts"

/**
 * Follows the links in a configuration's paths, and returns the configuration and the problems. Calls are compared by
 * resolved paths, so a folder beneath a link would otherwise never match. A link that is created later has no effect
 * until the policy is loaded again.
 */
export const resolvePaths = (
  config: PolicyConfig
): { readonly config: PolicyConfig; readonly problems: ReadonlyArray<PolicyProblem> } => {
  const problems: Array<PolicyProblem> = []
  const resolved = <Entry extends { readonly path: string } & Sourced>(entry: Entry): Entry => {
    const path = resolveLinks(entry.path)
    if (path !== undefined) return { ...entry, path }
    problems.push({ source: entry.source, message: "the path leads through more than 40 links" })
    return entry
  }
  const resolvedRule = (rule: ToolRule): ToolRule => ({ ...rule, path: rule.path?.map(resolved) })
  const { agents, permissions, confirmation, rules } = config
  return {
    config: {
      ...config,
      default: config.default && resolvedRule(config.default),
      tools: mapValues(config.tools, resolvedRule),
      rules: {
        ...rules,
        deny: rules.deny.map(followed),
        ask: rules.ask.map(followed),
        allow: rules.allow.map(followed)
      },
      protectedPaths: config.protectedPaths.map(resolvedProtected),
      unprotectedPaths: config.unprotectedPaths.map(resolvedProtected),
      secretPaths: config.secretPaths.map(resolvedProtected),
      notSecretPaths: config.notSecretPaths.map(resolvedProtected),
      agents: agents && mapValues(agents, (agent) => ({ ...agent, fs: agent.fs?.map(resolved) })),
      permissions: mapValues(permissions, (each) => ({ ...each, allowedPaths: each.allowedPaths?.map(resolved) })),
      confirmation: confirmation && {
        ...confirmation,
        trustedWorkspaces: confirmation.trustedWorkspaces.map(resolved)
      }
    },
    problems
  }
}

const followed = (rule: Rule): Rule => {
  const path = rule.pattern === undefined ? undefined : resolvePattern(rule.pattern)
  return path === undefined || path === rule.pattern ? rule : { ...rule, path }
}

const resolvedProtected = (one: ProtectedPattern): ProtectedPattern => ({
  ...one,
  pattern: resolvePattern(one.pattern)
})

const mapValues = <K, A>(map: ReadonlyMap<K, A>, change: (value: A) => A): ReadonlyMap<K, A> =>
  new Map([...map].map(([key, value]) => [key, change(value)]))
