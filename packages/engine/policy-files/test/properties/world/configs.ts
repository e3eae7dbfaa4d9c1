import type { PermissionType, ResourceLimits } from "@toolgate/core"
import type { AgentCapabilities, PermissionSettings, PolicyConfig, ToolRule } from "@toolgate/policy"
import { defaultConfig } from "@toolgate/policy"
import fc from "fast-check"
import { few, mapFrom, maybe, mostly, one } from "./chance.ts"
import { anyConfirmation } from "./confirmation.ts"
import { anyLayers, anySelectors } from "./layers.ts"
import { agents, aliases, hostPatterns, programFolders, roles, toolNames, trees, variables } from "./names.ts"
import { anyRules } from "./rules.ts"

const source = "p:1:1"

const sourced = (texts: ReadonlyArray<string>) => texts.map((text) => ({ text, source }))

const bound = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant("unlimited" as const))
export const anyLimits: fc.Arbitrary<Partial<ResourceLimits>> = fc.record(
  { wallMs: bound, memoryBytes: bound, outputBytes: fc.integer({ min: 1, max: 9 }) },
  { requiredKeys: [] }
)

/** An entry for a tool with no settings. */
export const bareRule: ToolRule = {
  allowed: true,
  sandbox: undefined,
  limits: {},
  unconfined: undefined,
  env: undefined,
  path: undefined,
  net: undefined,
  source
}

/** An entry that says how a tool runs, and never denies it. */
export const anyRunning: fc.Arbitrary<ToolRule> = fc.record({
  allowed: fc.constant(true),
  sandbox: fc.constant(undefined),
  limits: mostly({}, 2, anyLimits),
  unconfined: maybe(
    2,
    fc.boolean().map((value) => ({ value, source }))
  ),
  env: maybe(2, few<string>(variables, 3).map(sourced)),
  path: maybe(
    2,
    few<string>(programFolders, 3).map((paths) => paths.map((path) => ({ path, source })))
  ),
  net: maybe(4, few(hostPatterns, 4).map(sourced)),
  source: fc.constant(source)
})
const toolRule: fc.Arbitrary<ToolRule> = fc
  .tuple(anyRunning, mostly(true, 8, fc.constant(false)), maybe(5, one(["host", "wasm"])))
  .map(([rule, allowed, sandbox]) => ({ ...rule, allowed, sandbox }))

export const anyTrees = fc.array(
  fc.record({ path: one(trees), mode: one(["r", "w", "rw"] as const), source: fc.constant(source) }),
  { maxLength: 3 }
)

/** Trees that mostly contain something. */
const wideTrees = fc.oneof(
  anyTrees,
  anyTrees.map((some) => [...some, { path: "/", mode: "rw" as const, source }])
)

const capabilities: fc.Arbitrary<AgentCapabilities> = fc.record({
  source: fc.constant(source),
  role: maybe<string>(3, one(roles)),
  tools: maybe(2, anySelectors),
  fs: maybe(3, wideTrees),
  net: maybe(3, few(hostPatterns, 3).map(sourced))
})

export const anyAgents = mapFrom<string, AgentCapabilities>(agents, capabilities).mostlyAll

export const anyPermissions: fc.Arbitrary<ReadonlyMap<PermissionType, PermissionSettings>> = mapFrom<
  PermissionType,
  PermissionSettings
>(
  ["network", "filesystem", "shell", "compute"],
  fc.record({
    requiresApproval: fc.boolean(),
    allowedPaths: maybe(
      3,
      wideTrees.map((all) => all.map(({ path }) => ({ path, source })))
    ),
    source: fc.constant(source)
  })
).some

const anyGroups = fc
  .tuple(few([...toolNames, ...aliases, "group:math", "group:web"], 3), few([...toolNames, "group:read"], 2))
  .map(
    ([mine, ours]) =>
      new Map([
        ["mine", { members: sourced(mine), source }],
        ["ours", { members: sourced([...ours, "group:mine"]), source }]
      ])
  )

const anyProtected = few(["src", "**/.env", "/srv/**", ".git"], 2).map((texts) =>
  texts.map((text) => ({ text, pattern: text, source }))
)

/** A configuration. Its groups are those of the first file: a later file uses these groups without defining any. */
export const anyConfig = (isFirst: boolean): fc.Arbitrary<PolicyConfig> =>
  fc.record({
    name: fc.constant("p"),
    default: maybe(6, toolRule),
    tools: mostly(
      new Map<string, ToolRule>(),
      2,
      mapFrom<string, ToolRule>([...toolNames, ...aliases], toolRule, 3).some
    ),
    groups: isFirst ? anyGroups : fc.constant(new Map()),
    layers: anyLayers,
    agents: maybe(4, anyAgents),
    permissions: mostly(new Map(), 2, anyPermissions),
    rules: anyRules,
    protectedPaths: mostly([], 3, anyProtected),
    unprotectedPaths: mostly([], 4, anyProtected),
    secretPaths: mostly([], 3, anyProtected),
    notSecretPaths: mostly([], 4, anyProtected),
    confirmation: isFirst
      ? mostly<undefined, PolicyConfig["confirmation"]>(undefined, 2, anyConfirmation)
      : maybe(3, anyConfirmation),
    quotas: fc.constant(new Map()),
    tests: fc.constant([])
  })

/** A configuration with little but rules and confirmation, so that nothing else decides first. */
export const ruledConfig: fc.Arbitrary<PolicyConfig> = fc
  .record({
    groups: anyGroups,
    rules: anyRules,
    permissions: mostly(new Map(), 4, anyPermissions),
    confirmation: maybe(2, anyConfirmation)
  })
  .map((given) => ({ ...bareConfig, ...given }))

/** A configuration that restricts nothing. */
export const bareConfig: PolicyConfig = { ...defaultConfig, name: "p", confirmation: undefined }

const namedTree = fc.array(anyTrees, { minLength: agents.length, maxLength: agents.length })

/** A configuration with little but bounds: how tools run, and the files and hosts of agents. */
export const boundedConfig = (isFirst: boolean): fc.Arbitrary<PolicyConfig> =>
  fc
    .record({
      groups: isFirst ? anyGroups : fc.constant(new Map()),
      default: mostly(
        undefined,
        2,
        fc.tuple(toolRule, anyLimits).map(([rule, limits]) => ({ ...rule, limits }))
      ),
      fs: maybe(2, namedTree),
      net: maybe(2, few(hostPatterns, 3).map(sourced)),
      permissions: mostly(new Map(), 2, anyPermissions),
      rules: mostly(bareConfig.rules, 2, anyRules)
    })
    .map(({ fs, net, ...given }) => ({
      ...bareConfig,
      ...given,
      agents: new Map(
        agents.map((agent, i) => [
          agent,
          {
            source,
            role: undefined,
            tools: undefined,
            net,
            fs: fs?.[i] && [...fs[i], { path: "/ws", mode: "rw", source }]
          }
        ])
      )
    }))
