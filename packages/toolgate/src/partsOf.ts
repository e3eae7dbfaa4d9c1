import type {
  DispatchContext,
  PendingApprovals,
  ResumableCalls,
  ToolEvents,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import type * as Context from "effect/Context"
import type { GateSkills } from "./GateSkills.ts"
import type { HostedTools } from "./hosted/HostedTools.ts"

/**
 * The services of a gate, and the default context of its calls.
 *
 * ```ts
 * import * as Context from "effect/Context"
 * import { type GateParts, ToolDispatchEngine } from "toolgate/effect"
 *
 * export const echo = ({ services, base }: GateParts, id: string, text: string) =>
 *   Context.get(services, ToolDispatchEngine).dispatchPromise({ id, tool: "Echo", args: { text } }, base)
 * ```
 */
export interface GateParts {
  readonly services: Context.Context<
    | ToolDispatchEngine
    | HostedTools
    | ToolRegistry
    | Visibility
    | ToolEvents
    | PendingApprovals
    | ResumableCalls
    | GateSkills
  >
  readonly base: DispatchContext
}

const known = new WeakMap<object, GateParts>()

export const rememberParts = (gate: object, parts: GateParts): void => void known.set(gate, parts)

/**
 * Returns the parts of a gate that `createToolgate` opened, for code such as a server that creates the contexts of its calls. Throws for
 * any other object.
 *
 * ```ts
 * import * as Context from "effect/Context"
 * import type { Toolgate } from "toolgate"
 * import { partsOf, ToolRegistry } from "toolgate/effect"
 *
 * export const names = (gate: Toolgate) =>
 *   Context.get(partsOf(gate).services, ToolRegistry).list().map(({ name }) => name)
 * ```
 */
export const partsOf = (gate: object): GateParts => {
  const parts = known.get(gate)
  if (parts === undefined) throw new TypeError("Expected a gate that was opened with createToolgate.")
  return parts
}
