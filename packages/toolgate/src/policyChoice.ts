import type { Approvals, QuotaStore, RuntimePolicy, Sandboxes, ToolRegistry } from "@toolgate/core"
import { HostPolicy, type PolicyInvalid } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import type { PolicyFiles } from "./PolicyFiles.ts"
import type { policyOfFiles } from "./policyOfFiles.ts"

/**
 * Named, never implied. `"host"`: everything that is asked for runs in this process. `"default"`: the policy of the user's
 * configuration directory; where there is none, whatever changes or runs something is asked about. Files: those, from the
 * widest to the narrowest. A layer: an app's own policy.
 */
export type PolicyChoice<E = never> =
  | "host"
  | "default"
  | PolicyFiles
  | Layer.Layer<RuntimePolicy, E, Approvals | QuotaStore | Sandboxes | ToolRegistry>

/** The layer of a choice, under which no call changes the paths that are `kept` by the gate, or what leads to them. Throws a `TypeError` for what is none. */
export const layerOfChoice = <E>(
  choice: PolicyChoice<E>,
  kept: ReadonlyArray<string>
): Layer.Layer<RuntimePolicy, E | PolicyInvalid, Approvals | QuotaStore | Sandboxes | ToolRegistry> => {
  if (choice === "host") return HostPolicy.layer
  if (choice === "default") return fromFiles({}, kept)
  if (isLayer(choice)) return choice
  if (Predicate.isObject(choice) && Array.isArray(choice.files)) return fromFiles(choice, kept)
  throw new TypeError(
    'A gate needs its policy named: "host", "default", { files: ["toolgate.yaml"] }, or a layer that provides RuntimePolicy.'
  )
}

const isLayer = <E>(
  choice: PolicyChoice<E>
): choice is Layer.Layer<RuntimePolicy, E, Approvals | QuotaStore | Sandboxes | ToolRegistry> => Layer.isLayer(choice)

/** What reads files is loaded where one is read. */
const fromFiles = (...given: Parameters<typeof policyOfFiles>): ReturnType<typeof policyOfFiles> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./policyOfFiles.ts")),
      (loaded) => loaded.policyOfFiles(...given)
    )
  )
