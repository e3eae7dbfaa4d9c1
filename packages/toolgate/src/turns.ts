import type { PlanJudgement, Turn, TurnGate, TurnOptions } from "@toolgate/chain/turn"
import { type DispatchContext, type ToolCall, ToolRegistry, Visibility } from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

type Services = Context.Context<ToolDispatchEngine | ToolRegistry | Visibility>

/** Answers the calls of a turn. If `options` carries a refusal because an option was invalid, every call is answered with it. */
export const turnOf = async (
  services: Services,
  calls: ReadonlyArray<ToolCall>,
  context: DispatchContext,
  { mode, parallelMutations, ...options }: TurnOptions & DispatchOptions
): Promise<Turn> => {
  const { dispatchTurn } = await import("@toolgate/chain/turn")
  const engine = Context.get(services, ToolDispatchEngine)
  const gate: TurnGate = {
    ...parts(services),
    dispatch: (call, within, refusal = options.refusal) =>
      Effect.promise(() => engine.dispatchPromise(call, within, { ...options, refusal }))
  }
  // A refused turn is not planned.
  const given = options.refusal === undefined ? { mode, parallelMutations } : { mode: "sequential" as const }
  return Effect.runPromiseWith(services)(dispatchTurn(gate, calls, context, given))
}

/** Judges a plan in a context. */
export const planOf = async (
  services: Services,
  plan: ReadonlyArray<ToolCall>,
  context: DispatchContext,
  { refusal }: DispatchOptions
): Promise<PlanJudgement> => {
  const { judgeAll } = await import("@toolgate/chain/turn")
  const { judge, tools } = parts(services)
  const refused = refusal === undefined ? undefined : Effect.succeed({ decision: "deny" as const, refusal })
  return Effect.runPromiseWith(services)(
    judgeAll({ tools, judge: refused === undefined ? judge : () => refused }, plan, context)
  )
}

/**
 * Makes the calls of a turn, like the gate's method. The caller creates the context.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { dispatchTurn, partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { services, base } = partsOf(gate)
 * const calls = [
 *   { id: "1", tool: "list_dir", args: {} },
 *   { id: "2", tool: "read_file", args: { path: "README.md" } }
 * ]
 * const turn = dispatchTurn(calls, base, { mode: "parallel" })
 * const { executions, tool_chains } = await Effect.runPromiseWith(services)(turn)
 * // The calls are independent, so both ran in one wave.
 * assert.deepEqual([executions.length, tool_chains[0]?.waves], [2, 1])
 * ```
 */
export const dispatchTurn = (
  calls: ReadonlyArray<ToolCall>,
  context: DispatchContext,
  { mode, parallelMutations, ...options }: TurnOptions & Omit<DispatchOptions, "signal"> = {}
): Effect.Effect<Turn, never, ToolDispatchEngine | ToolRegistry | Visibility> =>
  Effect.gen(function* () {
    const chains = yield* Effect.promise(() => import("@toolgate/chain/turn"))
    const services = yield* Effect.context<ToolDispatchEngine | ToolRegistry | Visibility>()
    const engine = Context.get(services, ToolDispatchEngine)
    const gate: TurnGate = {
      ...parts(services),
      dispatch: (call, within, refusal = options.refusal) => engine.dispatch(call, within, { ...options, refusal })
    }
    return yield* chains.dispatchTurn(gate, calls, context, { mode, parallelMutations })
  })

/**
 * Judges the steps of a plan as the calls of one turn, like the gate's method.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { judgeAll, partsOf } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { services, base } = partsOf(gate)
 * const plan = [
 *   { id: "1", tool: "read_file", args: { path: "README.md" } },
 *   { id: "2", tool: "read_file", args: { path: "../../../etc/passwd" } }
 * ]
 * const { steps } = await Effect.runPromiseWith(services)(judgeAll(plan, base))
 * assert.deepEqual(
 *   steps.map(({ decision }) => decision),
 *   ["allow", "deny"]
 * )
 * ```
 */
export const judgeAll = (
  plan: ReadonlyArray<ToolCall>,
  context: DispatchContext
): Effect.Effect<PlanJudgement, never, ToolDispatchEngine | ToolRegistry | Visibility> =>
  Effect.gen(function* () {
    const chains = yield* Effect.promise(() => import("@toolgate/chain/turn"))
    const services = yield* Effect.context<ToolDispatchEngine | ToolRegistry | Visibility>()
    return yield* chains.judgeAll(parts(services), plan, context)
  })

const parts = (services: Services): Omit<TurnGate, "dispatch"> => {
  const { request, judge } = Context.get(services, ToolDispatchEngine)
  const { get } = Context.get(services, ToolRegistry)
  const { visible } = Context.get(services, Visibility)
  return {
    request,
    judge,
    tools: (context) => {
      const shown = new Set([
        ...visible({ ...context, caller: { kind: "direct" } }),
        ...visible({ ...context, caller: { kind: "chain", parent: "", chain: "", index: 0 } })
      ])
      return (name) => {
        const tool = get(name)?.definition
        return tool !== undefined && shown.has(tool) ? tool : undefined
      }
    }
  }
}
