import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * The service that says which tools somebody is told about, from the tools there are and from the policy. It grants nothing.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type Principal, Visibility } from "toolgate/effect"
 *
 * export const namesFor = (principal: Principal) =>
 *   Effect.map(Visibility, ({ visible }) =>
 *     visible({ principal, caller: { kind: "direct" } }).map(({ name }) => name)
 *   )
 * ```
 */
export class Visibility extends Context.Service<
  Visibility,
  {
    /** Returns the tools that an asker is told about, in the order of their registration. */
    readonly visible: (asker: Asker) => ReadonlyArray<ToolDefinition>
    /** Refuses the name of a tool that does not exist, and suggests visible names, the nearest first. */
    readonly unknown: (name: string, asker: Asker) => Gated<never>
  }
>()("@toolgate/core/Visibility") {}
