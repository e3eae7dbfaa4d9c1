import type { Tool } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import * as Context from "effect/Context"
import type { UnregisteredPlugins } from "./pluginsChoice.ts"

/** The tools of a gate at its beginning, with what the places say that they come from: the program, catalogues, plugins. */
export class GateSources extends Context.Service<
  GateSources,
  {
    /** The tools that the gate begins with, without those of plugins. */
    readonly tools: ReadonlyArray<Tool>
    /** The permissions in the catalogues, which narrow the policy. */
    readonly narrowing: ReadonlyArray<PolicyConfig>
    /** The files and folders that decide what the tools of catalogues and plugins run. */
    readonly files: ReadonlyArray<string>
    /** The plugins, which are registered when the rest of the gate can check their tools. */
    readonly plugins: UnregisteredPlugins | undefined
  }
>()("@toolgate/toolgate/GateSources") {}
