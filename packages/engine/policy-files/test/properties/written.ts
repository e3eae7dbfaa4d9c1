import type { ConfirmationSettings, PolicyConfig, PolicyLayer, SourcedMode, ToolRule } from "@toolgate/policy"
import { stringify } from "yaml"

/** A value of a file. A map keeps names such as `__proto__` as they are. */
type Value = string | number | boolean | ReadonlyArray<Value> | ReadonlyMap<string, Value>

/** Returns a configuration as the text of a file with the same content. */
export const written = (config: PolicyConfig, style: "block" | "flow"): string =>
  stringify(fileOf(config), { collectionStyle: style, aliasDuplicateObjects: false, lineWidth: 0 })

const fileOf = ({
  default: fallback,
  tools,
  groups,
  layers,
  agents,
  permissions,
  rules,
  protectedPaths,
  unprotectedPaths,
  secretPaths,
  notSecretPaths,
  confirmation
}: PolicyConfig): Value =>
  mapOf({
    version: 1,
    default: fallback && toolRule(fallback),
    tools: each(tools, toolRule),
    groups: each(groups, ({ members }) => texts(members)),
    layers: mapOf({
      global: layers.global && layerOf(layers.global),
      roles: layers.roles && each(layers.roles, layerOf),
      tasks: layers.tasks && each(layers.tasks, layerOf)
    }),
    agents:
      agents &&
      each(agents, ({ role, tools: given, fs, net }) =>
        mapOf({
          role,
          tools: given && texts(given),
          fs: fs?.map(({ path, mode }) => mapOf({ path, mode })),
          net: net && texts(net)
        })
      ),
    permissions: each(permissions, ({ requiresApproval, allowedPaths }) =>
      mapOf({ requires_approval: requiresApproval, allowed_paths: allowedPaths?.map(({ path }) => path) })
    ),
    rules: mapOf({
      deny: texts(rules.deny),
      ask: texts(rules.ask),
      allow: texts(rules.allow),
      harmless_variables: rules.harmlessVariables && texts(rules.harmlessVariables)
    }),
    protected: texts(protectedPaths),
    unprotected: texts(unprotectedPaths),
    secrets: texts(secretPaths),
    not_secrets: texts(notSecretPaths),
    tool_confirmation: confirmation && settings(confirmation)
  })

const settings = (given: ConfirmationSettings): Value =>
  mapOf({
    default: each(new Map(Object.entries(given.default)), modeOf),
    per_tool: each(given.perTool, modeOf),
    per_session: each(given.perSession, (modes) => each(modes, modeOf)),
    sessions_may_loosen: given.sessionsMayLoosen,
    trusted_workspaces: given.trustedWorkspaces.map(({ path }) => path),
    trusted_workspace_overrides: each(given.trustedOverrides, modeOf)
  })

const modeOf = ({ mode }: SourcedMode): Value => mode

const toolRule = ({ allowed, sandbox, limits, unconfined, env, path, net }: ToolRule): Value =>
  mapOf({
    allowed,
    sandbox,
    limits: mapOf({
      wall_time: limits.wallMs === undefined ? undefined : bound(limits.wallMs, "ms"),
      memory: limits.memoryBytes === undefined ? undefined : bound(limits.memoryBytes, "B"),
      output: limits.outputBytes === undefined ? undefined : bound(limits.outputBytes, "B")
    }),
    unconfined: unconfined?.value,
    env: env && texts(env),
    path: path?.map((one) => one.path),
    net: net && texts(net)
  })

const bound = (given: number | "unlimited", unit: string): Value => (given === "unlimited" ? given : `${given}${unit}`)

const layerOf = ({ allow, deny, readOnly, noWeb, flat }: PolicyLayer): Value =>
  mapOf({
    allow: allow && texts(allow),
    deny: texts(deny),
    read_only: readOnly !== undefined,
    no_web: noWeb !== undefined,
    web_access: flat?.webAccess?.value,
    allowed_categories: flat?.allowedCategories?.names,
    allowed_tools: flat?.allowedTools && texts(flat.allowedTools.selectors),
    forbidden_tools: flat && texts(flat.forbiddenTools)
  })

const texts = (all: ReadonlyArray<{ readonly text: string }>): Value => all.map(({ text }) => text)

const each = <A>(all: ReadonlyMap<string, A>, value: (one: A) => Value): Value =>
  new Map([...all].map(([name, one]) => [name, value(one)]))

const mapOf = (keys: Readonly<Record<string, Value | undefined>>): Value =>
  new Map(Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
