import type { Catalogue, CatalogueInvalid } from "@toolgate/catalogue"
import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { UnregisteredPlugins } from "./pluginsChoice.ts"

/** The tools with which a gate starts, from the program, catalogues and plugins. */
export class GateSources extends Context.Service<
  GateSources,
  {
    /** The initial tools, without those of plugins. */
    readonly tools: ReadonlyArray<Tool>
    /** The permissions in catalogues. They narrow the policy. */
    readonly narrowing: ReadonlyArray<PolicyConfig>
    /** Files and folders that determine what the tools of catalogues and plugins run. */
    readonly files: ReadonlyArray<string>
    /** The plugins. They are registered once the rest of the gate can check their tools. */
    readonly plugins: UnregisteredPlugins | undefined
    /** Reads the catalogues again. Absent: there are none. */
    readonly readAgain: Effect.Effect<Catalogue, CatalogueInvalid> | undefined
  }
>()("@toolgate/toolgate/GateSources") {}
