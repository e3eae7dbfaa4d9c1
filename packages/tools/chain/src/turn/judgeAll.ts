import { type DispatchContext, quoted, type ToolCall } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { PlanDecision, PlanJudgement, PlannedStep } from "./PlanJudgement.ts"
import { readSteps, type TurnStep } from "./readSteps.ts"
import { refuseTurn } from "./refuseTurn.ts"
import type { JudgedCall, TurnGate } from "./TurnGate.ts"

/**
 * Judges the steps of a plan as the calls of one turn, before anything runs, in the current state. They are judged again when they run. A
 * step that uses a result is denied if that is certain, and otherwise depends on the result. Never fails.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { judgeAll } from "@toolgate/chain/turn"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate } from "toolgate"
 * import { partsOf, ToolDispatchEngine, ToolRegistry } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { services, base } = partsOf(gate)
 * const { judge } = Context.get(services, ToolDispatchEngine)
 * const { get } = Context.get(services, ToolRegistry)
 * const plan = [{ id: "1", tool: "read_file", args: { path: "../../../etc/passwd" } }]
 * const judging = judgeAll({ judge, tools: () => (name) => get(name)?.definition }, plan, base)
 * const { steps } = await Effect.runPromiseWith(services)(judging)
 * assert.deepEqual(
 *   steps.map(({ decision }) => decision),
 *   ["deny"]
 * )
 * ```
 */
export const judgeAll = Effect.fnUntraced(function* <Judged extends JudgedCall>(
  gate: Pick<TurnGate<Judged>, "judge" | "tools">,
  plan: ReadonlyArray<ToolCall>,
  context: DispatchContext
) {
  const steps = readSteps(plan)
  const toolOf = gate.tools(context)
  const refusal = steps.length > 1 ? refuseTurn(steps, toolOf) : undefined
  const judged: Array<PlannedStep> = []
  for (const step of steps) {
    const found = refusal ?? step.refusal
    if (found !== undefined) judged.push(planned(step, "deny", found.message))
    else if (step.sources.length > 0)
      judged.push(yield* dependent(gate, step, judged, toolOf(step.tool) === undefined, context))
    else judged.push(verdict(step, yield* gate.judge(step.call, { ...context })))
  }
  const decisions = new Set(judged.map(({ decision }) => decision))
  const decision = worst.find((one) => decisions.has(one)) ?? "allow"
  return { decision, steps: judged } satisfies PlanJudgement
})

const worst: ReadonlyArray<PlanDecision> = ["deny", "ask", "depends"]

/** Judges a step that uses results, by those results and whether the agent can see the tool. */
const dependent = <Judged extends JudgedCall>(
  gate: Pick<TurnGate<Judged>, "judge">,
  step: TurnStep,
  earlier: ReadonlyArray<PlannedStep>,
  isUnknown: boolean,
  context: DispatchContext
): Effect.Effect<PlannedStep> => {
  const denied = step.sources.find((source) => earlier[source]?.decision === "deny")
  if (denied !== undefined)
    return Effect.succeed(planned(step, "deny", `It takes the result of ${named(earlier[denied])}, which is denied.`))
  const sources = [...new Set(step.sources)].map((source) => named(earlier[source]))
  const depends = planned(
    step,
    "depends",
    `It takes the result of ${sources.join(", ")}, and is judged when that is there.`
  )
  if (!isUnknown) return Effect.succeed(depends)
  return Effect.map(gate.judge(step.call, { ...context }), (judged) =>
    judged.decision === "deny" ? verdict(step, judged) : depends
  )
}

const verdict = (step: TurnStep, judged: JudgedCall): PlannedStep =>
  judged.decision === "deny"
    ? planned(step, "deny", judged.refusal.message)
    : planned(step, judged.decision, `${judged.because.layer}: ${judged.because.rule}`)

const planned = ({ index, call, tool, references }: TurnStep, decision: PlanDecision, reason: string): PlannedStep => ({
  index,
  call_id: idOf(call),
  tool,
  decision,
  reason,
  depends_on: [...new Set(references.map(({ from }) => from))]
})

const idOf = (call: ToolCall): string => {
  try {
    return typeof call.id === "string" ? call.id : ""
  } catch {
    return ""
  }
}

const named = (step: PlannedStep | undefined): string => quoted(step?.call_id ?? "")
