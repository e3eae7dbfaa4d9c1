import * as Context from "effect/Context"
import type { Asker } from "./DispatchContext.ts"
import type { Gated } from "./Refused.ts"
import type { ToolDefinition } from "./Tool.ts"

/**
 * Decides which tools an asker can see, based on the registry and the policy. It grants nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { type Principal, partsOf, Visibility } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const reader: Principal = { agent: "reader", ceiling: { tools: "any", readOnly: true } }
 * const names = Effect.map(Visibility, ({ visible }) =>
 *   visible({ principal: reader, caller: { kind: "direct" } }).map(({ name }) => name)
 * )
 * assert.deepEqual(await Effect.runPromiseWith(partsOf(gate).services)(names), ["read_file", "list_dir"])
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
