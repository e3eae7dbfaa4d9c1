import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/** The tools that somebody is told about: a function of the tools there are and of the policy. It grants nothing. */
export class Visibility extends Context.Service<
  Visibility,
  {
    /** In the order of their registration. */
    readonly visible: (asker: Asker) => ReadonlyArray<ToolDefinition>
    /** Refuses the name of a tool that there is not, with the visible names, nearest first. */
    readonly unknown: (name: string, asker: Asker) => Gated<never>
  }
>()("@toolgate/core/Visibility") {}
