import type { DispatchContext, ToolCall } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { planWaves } from "./planWaves.ts"
import { readSteps } from "./readSteps.ts"
import { refuseTurn } from "./refuseTurn.ts"
import type { TurnOptions } from "./ToolChain.ts"
import type { TurnGate } from "./TurnGate.ts"
import { TurnRun } from "./TurnRun.ts"

/**
 * Makes the calls of a turn and returns answers in order. Each is judged, asked and recorded like any call. Independent calls run
 * concurrently, with the same outcome as one by one. Never fails.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { dispatchTurn } from "@toolgate/chain/turn"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { partsOf, ToolDispatchEngine, ToolRegistry } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { services, base } = partsOf(gate)
 * const { dispatch, request } = Context.get(services, ToolDispatchEngine)
 * const { get } = Context.get(services, ToolRegistry)
 * const turnGate: Parameters<typeof dispatchTurn>[0] = {
 *   dispatch: (call, context, refusal) => dispatch(call, context, { refusal }),
 *   request,
 *   tools: () => (name) => get(name)?.definition
 * }
 * const calls = ["1", "2"].map((id) => ({ id, tool: "list_dir", args: {} }))
 * const { executions } = await Effect.runPromiseWith(services)(dispatchTurn(turnGate, calls, base))
 * assert.deepEqual(
 *   executions.map(({ success }) => success),
 *   [true, true]
 * )
 * ```
 */
export const dispatchTurn = Effect.fnUntraced(function* (
  gate: Pick<TurnGate, "dispatch" | "request" | "tools">,
  calls: ReadonlyArray<ToolCall>,
  context: DispatchContext,
  { mode = "auto", parallelMutations = false }: TurnOptions = {}
) {
  const steps = readSteps(calls)
  const run = new TurnRun(gate, steps, context)
  const toolOf = gate.tools(context)
  const refusal = steps.length > 1 ? refuseTurn(steps, toolOf) : undefined
  let fallback: string | undefined
  let isSequential = mode === "sequential" || steps.length < 2
  if (refusal !== undefined) yield* run.refuse(refusal)
  while (run.next < steps.length) {
    if (isSequential) yield* run.wave([run.next])
    else {
      const planned = yield* planWaves(gate, run, { toolOf, isInOrder: !parallelMutations })
      if (planned.unknown !== undefined && mode === "auto") {
        fallback = planned.unknown
        isSequential = true
        // Nothing has run, so the whole turn runs one by one.
        if (run.next === 0) continue
      }
      for (const wave of planned.waves) yield* run.wave(wave)
    }
  }
  return run.turn({ mode, parallelMutations, fallback, isSequential })
})
