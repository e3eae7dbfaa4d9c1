import type {
  DispatchContext,
  PendingApprovals,
  ResumableCalls,
  ToolEvents,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import type { ToolDispatchEngine } from "@toolgate/dispatch"
import type { RunnerSupervisor } from "@toolgate/supervisor"
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
  /** Returns the supervisor of the gate's runners. It is loaded with the first one. */
  readonly supervising: () => Promise<RunnerSupervisor["Service"]>
}

const known = new WeakMap<object, GateParts>()

export const rememberParts = (gate: object, parts: GateParts): void => void known.set(gate, parts)

/**
 * Returns the parts of a gate that `createToolgate` opened, for code such as a server that creates the contexts of its calls. Throws for
 * any other object.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { partsOf, ToolDispatchEngine } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * // Make a call for another session.
 * const { services, base } = partsOf(gate)
 * const call = { id: "1", tool: "read_file", args: { path: "README.md" } }
 * const dispatch = Effect.flatMap(ToolDispatchEngine, (engine) => engine.dispatch(call, { ...base, session: "alice" }))
 * assert.equal((await Effect.runPromiseWith(services)(dispatch)).success, true)
 * // The object has to be a gate.
 * assert.throws(() => partsOf({}), TypeError)
 * ```
 */
export const partsOf = (gate: object): GateParts => {
  const parts = known.get(gate)
  if (parts === undefined) throw new TypeError("Expected a gate that was opened with createToolgate.")
  return parts
}
