import { isReadOnly, quoted, type Refused, type ToolDefinition } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { filledCall } from "./filledCall.ts"
import { type Reach, reachOf } from "./Reach.ts"
import type { Step } from "./readSteps.ts"
import type { TurnGate } from "./TurnGate.ts"
import type { TurnRun } from "./TurnRun.ts"
import { Waves } from "./Waves.ts"

/** The waves of the next calls of a turn: the places of the calls of each. */
interface Planned {
  readonly waves: ReadonlyArray<ReadonlyArray<number>>
  /** The reason why what a call changes cannot be known, as a sentence, if there was such a call. */
  readonly unknown?: string
}

interface Planning {
  readonly toolOf: (name: string) => ToolDefinition | undefined
  /** Whether calls that change something follow each other, whatever they change. */
  readonly isInOrder: boolean
}

/**
 * Returns waves of calls from the first that has no answer, as far as can be said by now: up to a call that runs alone, that changes
 * something which results of these calls name, or whose path leads through what one of them changes. Such a call is looked at again
 * when these have run, so that nothing is planned by what was before them.
 */
export const nextWaves = Effect.fnUntraced(function* (
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
    // No wave is left out: the next is at most one after the last.
    if (wave === waves.length) waves.push([])
    waves[wave]?.push(place)
  }
  for (let place = from; place < steps.length; place++) {
    const step = steps[place] as Step
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

/** Returns what a call touches whose references can be filled. A call that is refused touches nothing. */
const reachNow = (gate: Pick<TurnGate, "request">, run: TurnRun, step: Step): Effect.Effect<Reach> => {
  const { call, refusal } = filledCall(step, run.answers)
  if (refusal !== undefined) return Effect.succeed({ kind: "nothing" })
  return Effect.match(gate.request(call, run.contextOf(step)), {
    // What an earlier call does may make it one that is let pass.
    onFailure: (_: Refused): Reach => ({ kind: "alone" }),
    onSuccess: reachOf
  })
}

/** Returns what a call touches at most whose arguments are not known yet. `undefined`: it may change something. */
const reachOfUnfilled = (tool: ToolDefinition | undefined): Reach | undefined => {
  if (tool === undefined || !isReadOnly(tool)) return undefined
  if (tool.sideEffects !== "NONE" || tool.resources.length > 0) return { kind: "reads-anything" }
  return tool.callers.includes("chain") ? { kind: "nothing" } : undefined
}
