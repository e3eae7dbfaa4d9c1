import { findPolicy, findProjectPolicy } from "@toolgate/policy-files"
import type { GateChoice } from "@toolgate/server"
import * as Effect from "effect/Effect"

/** The policy files of a choice that are there now. */
export interface FoundPolicy {
  /** From the widest to the narrowest. Empty: the built-in defaults. */
  readonly files: ReadonlyArray<string>
  /** The `toolgate.yaml` of the folder, which narrows them. */
  readonly project?: string
}

/** Finds the policy files of a choice. Throws if the `toolgate.yaml` of its folder is a link that cannot be followed. */
export const findChosenPolicy = ({ workspace, policy = [], noProjectPolicy = false }: GateChoice): FoundPolicy => {
  const files = policy.length > 0 ? policy : [findPolicy()].filter((path) => path !== undefined)
  const project = noProjectPolicy ? undefined : Effect.runSync(findProjectPolicy(workspace, files))
  return project === undefined ? { files } : { files, project }
}
