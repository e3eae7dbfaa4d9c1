import { randomUUID } from "node:crypto"
import type { DispatchContext, Refused, ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { fillCall } from "./fillCall.ts"
import type { TurnStep } from "./readSteps.ts"
import type { ToolChain, ToolChainStep, Turn, TurnMode } from "./ToolChain.ts"
import type { TurnGate } from "./TurnGate.ts"

/** A running turn with its answers and waves. */
export class TurnRun {
  readonly steps: ReadonlyArray<TurnStep>
  readonly answers: Array<ToolExecution | undefined>
  /** Index of the first unanswered call. Between waves, all later calls are unanswered too. */
  next = 0
  private readonly gate: Pick<TurnGate, "dispatch">
  private readonly context: DispatchContext
  private readonly chain = `turn_${randomUUID()}`
  private readonly waveOf: Array<number> = []
  private waves = 0

  constructor(gate: Pick<TurnGate, "dispatch">, steps: ReadonlyArray<TurnStep>, context: DispatchContext) {
    this.gate = gate
    this.steps = steps
    this.context = context
    this.answers = steps.map(() => undefined)
  }

  /** Returns the context of a call. A single call is a direct call. */
  contextOf({ index }: TurnStep): DispatchContext {
    const { context, chain, steps } = this
    if (steps.length < 2 || context.caller.kind !== "direct") return { ...context }
    return { ...context, caller: { kind: "direct", chain, index } }
  }

  /** Answers calls concurrently. */
  wave(places: ReadonlyArray<number>): Effect.Effect<void> {
    const number = this.waves++
    return Effect.forEach(places, (place) => this.answer(place, number), {
      concurrency: "unbounded",
      discard: true
    }).pipe(Effect.andThen(Effect.sync(() => this.settle())))
  }

  /** Answers every call with a refusal. */
  refuse(refusal: Refused): Effect.Effect<void> {
    return Effect.forEach(
      this.steps,
      (step) =>
        Effect.map(this.gate.dispatch(step.call, this.contextOf(step), refusal), (answer) => {
          this.answers[step.index] = answer
        }),
      { discard: true }
    ).pipe(Effect.andThen(Effect.sync(() => this.settle())))
  }

  private answer(place: number, wave: number): Effect.Effect<void> {
    const step = this.steps[place] as TurnStep
    const { call, refusal } = fillCall(step, this.answers)
    this.waveOf[place] = wave
    return Effect.map(this.gate.dispatch(call, this.contextOf(step), refusal), (answer) => {
      this.answers[place] = answer
    })
  }

  private settle(): void {
    while (this.next < this.steps.length && this.answers[this.next] !== undefined) this.next++
  }

  turn({ mode, parallelMutations, fallback, isSequential }: Used): Turn {
    const executions = this.answers as ReadonlyArray<ToolExecution>
    if (executions.length < 2) return { executions, tool_chains: [] }
    const chain: ToolChain = {
      chain_id: this.chain,
      mode_requested: mode,
      mode_used: isSequential ? "sequential" : "parallel",
      fallback_to_seq: fallback !== undefined,
      ...(fallback === undefined ? {} : { fallback_reason: fallback }),
      parallel_mutations_enabled: parallelMutations,
      waves: this.waves,
      steps: executions.map((execution, index) => this.stepOf(execution, index))
    }
    return { executions, tool_chains: [chain] }
  }

  private stepOf(execution: ToolExecution, index: number): ToolChainStep {
    const { callId, toolName, success, pending, durationMs } = execution
    const failed = pending === undefined ? "error" : "pending_approval"
    return {
      index,
      call_id: callId,
      tool: toolName,
      wave: this.waveOf[index] ?? null,
      status: success ? "success" : failed,
      duration_ms: durationMs
    }
  }
}

/** Returns how the turn ran. */
interface Used {
  readonly mode: TurnMode
  readonly parallelMutations: boolean
  readonly fallback: string | undefined
  readonly isSequential: boolean
}
