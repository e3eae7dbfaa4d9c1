/** The decision on a step. `depends`: it is made when the step runs, because it needs a result. Such a step is never allowed in advance. */
export type PlanDecision = "allow" | "ask" | "deny" | "depends"

/** A gate's verdict on a plan that has not run. */
export interface PlanJudgement {
  /** "deny" if any step is denied, else "ask", else "depends", if any step has that decision. */
  readonly decision: PlanDecision
  readonly steps: ReadonlyArray<PlannedStep>
}

/** The verdict on a step. */
export interface PlannedStep {
  readonly index: number
  readonly call_id: string
  readonly tool: string
  readonly decision: PlanDecision
  /** The deciding rule, the refusal, or the dependency. */
  readonly reason: string
  /** IDs of the steps whose results the step uses. */
  readonly depends_on: ReadonlyArray<string>
}
