import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import * as Context from "effect/Context"

/** The tools that a gate begins with, and what its catalogues say besides. */
export class GateCatalogue extends Context.Service<
  GateCatalogue,
  {
    readonly tools: ReadonlyArray<Tool>
    /** The permissions in the catalogues, which narrow the policy. */
    readonly narrowing: ReadonlyArray<PolicyConfig>
    /** The files that the catalogues were read from, and those that their tools run. */
    readonly files: ReadonlyArray<string>
  }
>()("toolgate/GateCatalogue") {}
