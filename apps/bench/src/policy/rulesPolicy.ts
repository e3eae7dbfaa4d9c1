import { DefaultPolicy, defaultConfig, type PolicyConfig } from "@toolgate/policy"
import type { RuleKind, WrittenRule } from "./RuleKind.ts"

type Rule = PolicyConfig["rules"]["deny"][number]
type Layer = NonNullable<PolicyConfig["layers"]["global"]>
type SandboxKinds = Parameters<typeof DefaultPolicy.make>[1]

/** Where functions run, and nothing else is installed. */
export const installed: SandboxKinds = new Map([["host", new Set(["function"] as const)]])

/**
 * `DefaultPolicy` with so many rules of a kind and so many roles. Where the rules deny, nothing else stands against a call;
 * where they allow, every call that none of them answers for is asked about.
 */
export const rulesPolicy = (kind: RuleKind, rules: number, roles: number): DefaultPolicy.LayeredPolicy =>
  DefaultPolicy.make({ configs: [configOf(kind, rules, roles)], tools: kind.tools }, installed)

const source = "toolgate.yaml:1:1"

const configOf = (kind: RuleKind, rules: number, roles: number): PolicyConfig => {
  const numbered = Array.from({ length: rules }, (_, number) => kind.rule(number))
  const written = [...(kind.also ?? []), ...numbered].map(ruleOf)
  const mode = { mode: kind.effect === "deny" ? "auto" : "prompt", source } as const
  return {
    ...defaultConfig,
    layers: {
      ...defaultConfig.layers,
      roles: new Map(Array.from({ length: roles }, (_, role) => [`role_${role}`, layerOf(role)]))
    },
    rules: { ...defaultConfig.rules, [kind.effect]: written },
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

/** Each role is kept from one tool that no rule names. */
const layerOf = (role: number): Layer => ({
  source,
  allow: undefined,
  deny: [{ text: forbiddenTo(role), source }],
  readOnly: undefined,
  noWeb: undefined,
  flat: undefined
})

/** How many tools there are that no rule names and some role is kept from. */
export const unnamedTools = 64

/** One of the tools that no rule names. */
export const unnamedTool = (number: number): string => `unnamed_${number}`

/** The tool that a role is kept from. */
export const forbiddenTo = (role: number): string => unnamedTool(role % unnamedTools)
