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
 * The services of a gate, and the context of a call at its door.
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

/** Remembers the parts of a gate. */
export const rememberParts = (gate: object, parts: GateParts): void => void known.set(gate, parts)

/**
 * Returns the parts of a gate that `createToolgate` has opened, for an edge such as a server, which makes the contexts of its calls
 * itself. Throws for anything else.
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
  if (parts === undefined) throw new TypeError("This is no gate that createToolgate has opened.")
  return parts
}
