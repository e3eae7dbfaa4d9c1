import { resolve } from "node:path"
import type {
  Approvals,
  Judge,
  PolicySource,
  QuotaStore,
  Resources,
  RuntimePolicy,
  Sandboxes,
  ToolRegistry
} from "@toolgate/core"
import { HostPolicy, JudgePolicy, type PolicyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { AgentsChoice } from "./agentsChoice.ts"
import type { GateSources } from "./GateSources.ts"
import type { KeptPaths, makeFilePolicy } from "./makeFilePolicy.ts"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { ChosenSkills } from "./skillsChoice.ts"

/** The policy of a gate, in one of its forms. */
export type PolicyChoice<E = never> =
  | "host"
  | "default"
  | PolicyFiles
  | Judge
  | Layer.Layer<RuntimePolicy, E, Approvals | QuotaStore | Sandboxes | ToolRegistry>

/**
 * Returns the layer of a policy. Under a file policy, no call can change the `kept` paths or a link to them, and each agent's policy
 * narrows what that agent may do. Throws a `TypeError` for an invalid choice.
 */
export const providePolicy = <E>(
  choice: PolicyChoice<E>,
  kept: KeptPaths,
  agents: AgentsChoice = {}
): Layer.Layer<
  RuntimePolicy,
  E | PolicyInvalid,
  Approvals | ChosenSkills | GateSources | QuotaStore | Resources | Sandboxes | ToolRegistry
> => {
  if (choice === "default") return fromFiles({}, kept, agents)
  if (!isLayer(choice) && Predicate.isObject(choice) && Array.isArray(choice.files))
    return fromFiles(choice as PolicyFiles, kept, agents)
  const own = Object.keys(agents).find((agent) => agents[agent]?.policy !== undefined)
  if (own !== undefined)
    throw new TypeError(
      `The agent ${JSON.stringify(own)} has a "policy", which requires a file policy. Set the gate's policy to "default" or { files: […] }.`
    )
  if (choice === "host") return HostPolicy.layer
  if (typeof choice === "function") return JudgePolicy.layer(choice)
  if (isLayer(choice)) return choice
  throw new TypeError(
    'Cannot open the gate: "policy" must be "host", "default", { files: ["toolgate.yaml"] }, a function from a request to a verdict, or a layer that provides RuntimePolicy.'
  )
}

const isLayer = <E>(
  choice: PolicyChoice<E>
): choice is Layer.Layer<RuntimePolicy, E, Approvals | QuotaStore | Sandboxes | ToolRegistry> => Layer.isLayer(choice)

/** Loads the policy file code lazily. */
const fromFiles = (...given: Parameters<typeof makeFilePolicy>): ReturnType<typeof makeFilePolicy> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./makeFilePolicy.ts")),
      (loaded) => loaded.makeFilePolicy(...given)
    )
  )

/** Returns how a question names its policy: by its files, if it has any. */
export const describePolicySource = (policy: PolicyChoice<unknown>): PolicySource => {
  if (policy === "host" || policy === "default") return { source: policy }
  if (!Predicate.isObject(policy) || !("files" in policy) || !Array.isArray(policy.files)) return { source: "app" }
  const { files, narrowedBy } = policy as PolicyFiles
  const paths = files.map((file) => resolve(file))
  return {
    source: JSON.stringify(
      narrowedBy === undefined ? { files: paths } : { files: paths, narrowedBy: resolve(narrowedBy) }
    )
  }
}
