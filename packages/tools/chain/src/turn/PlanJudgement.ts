/** The decision about a step of a plan. `depends`: it hangs on a result, and is made when the step runs. Such a step is never allowed before. */
export type PlanDecision = "allow" | "ask" | "deny" | "depends"

/** The judgement of a gate on a plan that was not run. */
export interface PlanJudgement {
  /** "deny" if any step is denied, else "ask" if any asks, else "depends" if any does. */
  readonly decision: PlanDecision
  readonly steps: ReadonlyArray<PlannedStep>
}

/** The judgement on a step of a plan. */
export interface PlannedStep {
  readonly index: number
  readonly call_id: string
  readonly tool: string
  readonly decision: PlanDecision
  /** The rule that decides, the refusal, or what the step depends on. */
  readonly reason: string
  /** The ids of the steps whose results the step takes. */
  readonly depends_on: ReadonlyArray<string>
}
