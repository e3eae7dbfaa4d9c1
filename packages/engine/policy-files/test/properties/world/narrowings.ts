import type { Ceiling, PermissionRequest, Principal, SideEffectClass } from "@toolgate/core"
import type {
  ConfirmationMode,
  ConfirmationSettings,
  DefaultPolicy,
  LayerSpec,
  PolicyConfig,
  PolicyLayer,
  Rule,
  SourcedMode
} from "@toolgate/policy"
import fc from "fast-check"
import { few, one } from "./chance.ts"
import { anyAgents, anyConfig, anyPermissions, anyRunning, bareConfig, boundedConfig } from "./configs.ts"
import { anyJudge } from "./judges.ts"
import { anyLayer, layerMap } from "./layers.ts"
import { agents, categories, classes, roles, selectors, tasks } from "./names.ts"
import { anyCeiling, anyPrincipal } from "./requests.ts"
import { anyRule } from "./rules.ts"
import type { World } from "./world.ts"

/** An addition to a policy or to a call that may only narrow. */
export interface Narrowing {
  readonly said: string
  readonly world?: (world: World) => World
  /** Changes the policy at run time. */
  readonly policy?: (policy: DefaultPolicy.LayeredPolicy, world: World) => void
  readonly request?: (request: PermissionRequest) => PermissionRequest
  /** Whether the addition also names the files and hosts within its bounds, so that no person is asked about them. */
  readonly names?: true
}

const ofFile = (said: string, change: (config: PolicyConfig) => PolicyConfig): Narrowing => ({
  said,
  world: (world) => ({
    ...world,
    configs: world.configs.map((config, i) => (i === world.configs.length - 1 ? change(config) : config))
  })
})

const ofPrincipal = (said: string, change: (principal: Principal) => Principal): Narrowing => ({
  said,
  request: (request) => ({ ...request, context: { ...request.context, principal: change(request.context.principal) } })
})

const insert = <A>(all: ReadonlyArray<A>, at: number, value: A): ReadonlyArray<A> =>
  all.toSpliced(at % (all.length + 1), 0, value)

const rules = (kind: "deny" | "ask") => (rule: Rule, at: number) =>
  ofFile(`${kind} ${rule.text}`, (config) => ({
    ...config,
    rules: { ...config.rules, [kind]: insert(config.rules[kind], at, rule) }
  }))

/** Returns the layer with the restrictions of another layer added. */
const narrower = (layer: PolicyLayer, more: PolicyLayer): PolicyLayer => ({
  ...layer,
  allow: layer.allow ?? more.allow,
  deny: [...layer.deny, ...more.deny],
  readOnly: layer.readOnly ?? more.readOnly,
  noWeb: layer.noWeb ?? more.noWeb,
  flat: layer.flat ?? more.flat
})

const eachLayer = (layers: ReadonlyMap<string, PolicyLayer>, more: PolicyLayer) =>
  new Map([...layers].map(([name, layer]) => [name, narrower(layer, more)]))

const layers = fc.oneof(
  anyLayer.map((layer) =>
    ofFile("a global layer", (config) => ({
      ...config,
      layers: {
        ...config.layers,
        global: config.layers.global === undefined ? layer : narrower(config.layers.global, layer)
      }
    }))
  ),
  fc.tuple(layerMap(roles), anyLayer).map(([map, layer]) =>
    ofFile("layers of roles", (config) => ({
      ...config,
      layers: {
        ...config.layers,
        roles: config.layers.roles === undefined ? map : eachLayer(config.layers.roles, layer)
      }
    }))
  ),
  fc.tuple(layerMap(tasks), anyLayer).map(([map, layer]) =>
    ofFile("layers of tasks", (config) => ({
      ...config,
      layers: {
        ...config.layers,
        tasks: config.layers.tasks === undefined ? map : eachLayer(config.layers.tasks, layer)
      }
    }))
  )
)

export const anySpec: fc.Arbitrary<LayerSpec> = fc.record(
  {
    allow: few(selectors.filter(isDefined), 4),
    deny: few(selectors.filter(isDefined), 1),
    readOnly: fc.boolean(),
    noWeb: fc.boolean(),
    forbiddenTools: few(selectors.filter(isDefined), 1),
    allowedTools: few(selectors.filter(isDefined), 4),
    allowedCategories: few<string>(categories, 3),
    webAccess: fc.boolean()
  },
  { requiredKeys: [] }
)

// The groups of the first file are left out, because a world whose first file defines no groups would refuse their
// names.
function isDefined(text: string): boolean {
  return !["group:mine", "group:ours"].includes(text)
}

export const anyRunTimeLayer: fc.Arbitrary<Narrowing> = fc.oneof(
  anySpec.map(
    (given): Narrowing => ({ said: "a global layer at run time", policy: (policy) => policy.addGlobal(given) })
  ),
  fc.tuple(one(roles), anySpec).map(
    ([role, given]): Narrowing => ({
      said: "a layer of a role at run time",
      policy: (policy, { configs }) => {
        const listed = configs.at(-1)?.layers.roles
        if (listed === undefined || listed.has(role)) policy.addRole(role, given)
      }
    })
  )
)

const furtherFile = (config: PolicyConfig): Narrowing => ({
  said: "a further file",
  world: (world) => ({ ...world, configs: [...world.configs, config] })
})

const settings = fc.oneof(
  anyRunning.map((rule) => furtherFile({ ...bareConfig, default: rule })),
  anyAgents.map(
    (given): Narrowing => ({
      ...ofFile("capabilities", (config) => ({
        ...config,
        // A role from a file is an additional role, and satisfies the need for one. Adding a role is therefore not a
        // narrowing.
        agents: config.agents ?? new Map([...given].map(([agent, each]) => [agent, { ...each, role: undefined }]))
      })),
      names: true
    })
  ),
  anyPermissions.map((given) =>
    ofFile("permissions", (config) => ({ ...config, permissions: new Map([...given, ...config.permissions]) }))
  ),
  fc
    .tuple(
      one(classes),
      one(["prompt_once", "prompt", "deny"] as const),
      one(["default", "session", "trusted"] as const)
    )
    .map(([name, mode, where]) =>
      ofFile(`a stricter mode of ${name}: ${mode}, ${where}`, (config) =>
        config.confirmation === undefined
          ? config
          : { ...config, confirmation: tightened(config.confirmation, name, mode, where) }
      )
    ),
  fc.nat(3).map((at) =>
    ofFile("one allow rule less", (config) => ({
      ...config,
      rules: { ...config.rules, allow: config.rules.allow.filter((_, i) => i !== at) }
    }))
  ),
  fc.oneof(anyConfig(false), boundedConfig(false)).map(furtherFile),
  anyJudge.map(
    (judge): Narrowing => ({ said: "a judge", world: (world) => ({ ...world, judges: [...world.judges, judge] }) })
  )
)

/** Returns the settings with a stricter mode of a class, in a place where the class already has a mode. */
const tightened = (
  settings: ConfirmationSettings,
  name: SideEffectClass,
  mode: ConfirmationMode,
  where: "default" | "session" | "trusted"
): ConfirmationSettings => {
  const order: ReadonlyArray<ConfirmationMode> = ["auto", "prompt_once", "prompt", "deny"]
  const tighter = (given: SourcedMode): SourcedMode =>
    order.indexOf(mode) > order.indexOf(given.mode) ? { ...given, mode } : given
  const each = (modes: ReadonlyMap<SideEffectClass, SourcedMode>) =>
    new Map([...modes].map(([key, given]) => [key, key === name ? tighter(given) : given] as const))
  switch (where) {
    case "default":
      return { ...settings, default: { ...settings.default, [name]: tighter(settings.default[name]) } }
    case "session":
      return {
        ...settings,
        perSession: new Map([...settings.perSession].map(([session, modes]) => [session, each(modes)] as const))
      }
    case "trusted":
      return { ...settings, trustedOverrides: each(settings.trustedOverrides) }
  }
}

const asked = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("tools", "files", "hosts", "limits", "readOnly", "noWeb") as fc.Arbitrary<keyof Ceiling>,
      anyCeiling
    )
    .map(
      ([key, bound]): Narrowing => ({
        ...ofPrincipal(`a ceiling for ${key}`, (principal) =>
          principal.ceiling[key] === undefined || principal.ceiling[key] === "any" || principal.ceiling[key] === false
            ? { ...principal, ceiling: { ...principal.ceiling, [key]: bound[key] ?? principal.ceiling[key] } }
            : principal
        ),
        ...(key === "files" || key === "hosts" ? { names: true } : {})
      })
    ),
  one(tasks).map((task) => ofPrincipal("a task", (principal) => ({ task, ...principal }))),
  anyPrincipal.map((child) => ofPrincipal("a step of delegation", (parent) => ({ ...child, parent }))),
  one(agents).map((agent) =>
    ofPrincipal("a step of delegation without restrictions", (parent) => ({
      agent,
      ceiling: { tools: "any" },
      ...(parent.role === undefined ? {} : { role: parent.role }),
      parent
    }))
  )
)

const place = fc.nat(5)

/** An ask rule. It turns an allow into an ask, and changes nothing else. */
export const anyAskRule = fc.tuple(anyRule, place)
export const addAsk = rules("ask")

export const anyNarrowing: fc.Arbitrary<Narrowing> = fc.oneof(
  { weight: 3, arbitrary: layers },
  { weight: 2, arbitrary: anyRunTimeLayer },
  { weight: 6, arbitrary: settings },
  { weight: 4, arbitrary: asked },
  { weight: 2, arbitrary: fc.tuple(anyRule, place).map(([rule, at]) => rules("deny")(rule, at)) },
  { weight: 2, arbitrary: anyAskRule.map(([rule, at]) => addAsk(rule, at)) }
)
