import type { PermissionRequest, Principal, ToolDefinition, ToolImplementation } from "@toolgate/core"
import type { Installed, PolicyConfig } from "@toolgate/policy"
import { DefaultPolicy } from "@toolgate/policy"
import fc from "fast-check"
import { mostly } from "./chance.ts"
import { anyConfig, boundedConfig, ruledConfig } from "./configs.ts"
import { anyJudge, type OwnJudge } from "./judges.ts"
import { anyRequest, boundedPrincipal, plainPrincipal } from "./requests.ts"
import { shown } from "./shown.ts"
import { anyTools } from "./tools.ts"

/** A policy with all its parts, and calls for it to judge. */
export interface World {
  readonly tools: ReadonlyArray<ToolDefinition>
  /** The tools that rules may name. */
  readonly known: ReadonlyArray<ToolDefinition>
  readonly configs: ReadonlyArray<PolicyConfig>
  readonly judges: ReadonlyArray<OwnJudge>
  readonly requests: ReadonlyArray<PermissionRequest>
}

export const installed: Installed = new Map<string, Set<ToolImplementation["kind"]>>([
  ["host", new Set(["function", "command"])],
  ["wasm", new Set(["function", "script"])],
  ["provider", new Set(["provider"])]
])

export const policyOf = ({ configs, known, judges }: Pick<World, "configs" | "known" | "judges">) =>
  DefaultPolicy.make({ configs, tools: known, judges: judges.map(({ judge }) => judge) }, installed)

const judges = mostly<Array<OwnJudge>, Array<OwnJudge>>([], 4, fc.array(anyJudge, { maxLength: 2 }))
const configs = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anyConfig(true)) },
  { weight: 1, arbitrary: fc.tuple(anyConfig(true), anyConfig(false)) }
)

interface Kind {
  readonly tools?: fc.Arbitrary<ReadonlyArray<ToolDefinition>>
  readonly configs?: fc.Arbitrary<ReadonlyArray<PolicyConfig>>
  readonly judges?: fc.Arbitrary<ReadonlyArray<OwnJudge>>
  readonly principals?: fc.Arbitrary<Principal>
  readonly maxRequests?: number
}

const worldOf = (kind: Kind): fc.Arbitrary<World> =>
  (kind.tools ?? anyTools).chain((tools) =>
    fc
      .record({
        configs: kind.configs ?? configs,
        judges: kind.judges ?? judges,
        unknown: mostly(-1, 3, fc.nat(5)),
        requests: fc.array(anyRequest(tools, kind.principals), { minLength: 1, maxLength: kind.maxRequests ?? 3 })
      })
      .map(({ unknown, ...parts }) => {
        const world = { ...parts, tools, known: tools.filter((_, i) => i !== unknown) }
        return Object.defineProperty(world, fc.toStringMethod, { value: () => shown(world) })
      })
  )

/** Worlds with every part of a policy, for any principal. */
export const fullWorld = worldOf({})

/** Worlds with rules and confirmation, for a principal whom nothing else refuses. */
export const ruledWorld = worldOf({
  configs: fc.tuple(ruledConfig),
  judges: fc.constant([]),
  principals: fc.constant(plainPrincipal)
})

/** Worlds with limits, files and hosts, and little else that could refuse. */
export const boundedWorld = worldOf({
  configs: fc.oneof(fc.tuple(boundedConfig(true)), fc.tuple(boundedConfig(true), boundedConfig(false))),
  principals: boundedPrincipal
})

export const anyWorld = fc.oneof(fullWorld, ruledWorld, boundedWorld)

/** Worlds with many calls of one policy. */
export const busyWorld = fc.oneof(
  worldOf({ maxRequests: 12 }),
  worldOf({ maxRequests: 12, configs: fc.tuple(ruledConfig), judges: fc.constant([]) })
)
