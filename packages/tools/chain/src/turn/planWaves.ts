import { isReadOnly, quoted, type Refused, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { fillCall } from "./fillCall.ts"
import { type Reach, resolveReach } from "./Reach.ts"
import type { TurnStep } from "./readSteps.ts"
import type { TurnGate } from "./TurnGate.ts"
import type { TurnRun } from "./TurnRun.ts"
import { Waves } from "./Waves.ts"

/** The next waves of a turn, as call indexes. */
interface Planned {
  readonly waves: ReadonlyArray<ReadonlyArray<number>>
  /** Reason why a call's effects are unknown, as a sentence, if there is such a call. */
  readonly unknown?: string
}

interface Planning {
  readonly toolOf: (name: string) => ToolDefinition | undefined
  /** Whether all changing calls run one by one. */
  readonly isInOrder: boolean
}

/**
 * Plans waves from the first unanswered call up to a call that must run alone, changes something named by the results of these calls, or
 * has a path through something that they change. That call is planned after they have run, on the state at that time.
 */
export const planWaves = Effect.fnUntraced(function* (
  gate: Pick<TurnGate, "request">,
  run: TurnRun,
  { toolOf, isInOrder }: Planning
) {
  const { steps, answers, next: from } = run
  const planned = new Waves(isInOrder)
  const waves: Array<Array<number>> = []
  const waveOf = new Map<number, number>()
  const put = (place: number, wave: number) => {
    waveOf.set(place, wave)
    // Waves are contiguous: the next is at most one after the last.
    if (wave === waves.length) waves.push([])
    waves[wave]?.push(place)
  }
  for (let place = from; place < steps.length; place++) {
    const step = steps[place] as TurnStep
    const first = step.sources.reduce((wave, source) => Math.max(wave, (waveOf.get(source) ?? -1) + 1), 0)
    const isFilled = step.sources.every((source) => answers[source] !== undefined)
    const reach = isFilled ? yield* reachNow(gate, run, step) : reachOfUnfilled(toolOf(step.tool))
    if (reach === undefined) return { waves } satisfies Planned
    if (reach.kind === "alone") {
      const unknown =
        reach.unknown === undefined
          ? {}
          : {
              unknown: `The calls ran one after the other because of the call ${quoted(step.call.id)}: ${reach.unknown}.`
            }
      return { waves: waves.length > 0 ? waves : [[place]], ...unknown } satisfies Planned
    }
    const wave = planned.place(reach, first)
    if (wave === undefined) return { waves } satisfies Planned
    put(place, wave)
  }
  return { waves } as Planned
})

/** Returns the effects of a call whose references can be filled. A refused call has none. */
const reachNow = (gate: Pick<TurnGate, "request">, run: TurnRun, step: TurnStep): Effect.Effect<Reach> => {
  const { call, refusal } = fillCall(step, run.answers)
  if (refusal !== undefined) return Effect.succeed({ kind: "nothing" })
  return Effect.match(gate.request(call, run.contextOf(step)), {
    // An earlier call may lead to a later one being allowed.
    onFailure: (_: Refused): Reach => ({ kind: "alone" }),
    onSuccess: resolveReach
  })
}

/** Returns the possible effects of a call with unknown arguments. `undefined` if it may change something. */
const reachOfUnfilled = (tool: ToolDefinition | undefined): Reach | undefined => {
  if (tool === undefined || !isReadOnly(tool)) return undefined
  if (tool.sideEffects !== "NONE" || tool.resources.length > 0) return { kind: "reads-anything" }
  return tool.callers.includes("chain") ? { kind: "nothing" } : undefined
}
