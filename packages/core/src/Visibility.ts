import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * Decides which tools an asker can see, based on the registry and the policy. It grants nothing.
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
    /** Returns the visible tools in the order of registration. */
    readonly visible: (asker: Asker) => ReadonlyArray<ToolDefinition>
    /** Refuses an unknown tool name and suggests visible names, closest first. */
    readonly unknown: (name: string, asker: Asker) => Gated<never>
  }
>()("@toolgate/core/Visibility") {}
