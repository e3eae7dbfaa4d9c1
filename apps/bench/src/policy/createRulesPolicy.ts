import { DefaultPolicy, defaultConfig, type PolicyConfig } from "@toolgate/policy"
import type { RuleKind, WrittenRule } from "./RuleKind.ts"

type Rule = PolicyConfig["rules"]["deny"][number]
type Layer = NonNullable<PolicyConfig["layers"]["global"]>
type SandboxKinds = Parameters<typeof DefaultPolicy.make>[1]

/** The installed sandboxes: only a host for functions. */
export const installed: SandboxKinds = new Map([["host", new Set(["function"] as const)]])

/**
 * Returns a `DefaultPolicy` with rules of one kind and roles. If the rules deny, nothing else restricts a call. If they
 * allow, calls without a matching rule need approval.
 */
export const createRulesPolicy = (kind: RuleKind, rules: number, roles: number): DefaultPolicy.LayeredPolicy =>
  DefaultPolicy.make({ configs: [configOf(kind, rules, roles)], tools: kind.tools }, installed)

const source = "toolgate.yaml:1:1"

const configOf = (kind: RuleKind, rules: number, roles: number): PolicyConfig => {
  const numbered = Array.from({ length: rules }, (_, number) => kind.rule(number))
  const written = [...(kind.also ?? []), ...numbered].map(ruleOf)
  const reaching = kind.tools.filter(({ resources }) => resources.some((one) => one.kind === "url"))
  const mode = { mode: kind.effect === "deny" ? "auto" : "prompt", source } as const
  return {
    ...defaultConfig,
    layers: {
      ...defaultConfig.layers,
      roles: new Map(Array.from({ length: roles }, (_, role) => [`role_${role}`, layerOf(role)]))
    },
    // Hosts without a denied pattern need no approval.
    rules: {
      ...defaultConfig.rules,
      allow: reaching.map(({ name }) => ruleOf({ tool: name })),
      [kind.effect]: written
    },
    confirmation: {
      default: { NONE: mode, READ: mode, WRITE: mode, EXECUTE: mode, NETWORK: mode },
      perTool: new Map(),
      perSession: new Map(),
      sessionsMayLoosen: false,
      trustedWorkspaces: [],
      trustedOverrides: new Map(),
      source
    }
  }
}

const ruleOf = ({ tool, pattern }: WrittenRule): Rule => ({
  text: pattern === undefined ? tool : `${tool}(${pattern})`,
  tool,
  pattern,
  source
})

/** Returns the layer of a role, which denies one tool that no rule names. */
const layerOf = (role: number): Layer => ({
  source,
  allow: undefined,
  deny: [{ text: getForbiddenTool(role), source }],
  readOnly: undefined,
  noWeb: undefined,
  flat: undefined
})

/** The number of tools that roles are denied and that no rule names. */
export const unnamedTools = 64

/** Returns the name of a tool that no rule names. */
export const nameUnnamedTool = (number: number): string => `unnamed_${number}`

/** Returns the tool that a role is denied. */
export const getForbiddenTool = (role: number): string => nameUnnamedTool(role % unnamedTools)
