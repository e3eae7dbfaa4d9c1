import type { PolicyProblem, TestContext } from "@toolgate/policy"

/** A call that the playground judges. */
export interface PlaygroundCall {
  /** The text of the policy file. */
  readonly policy: string
  readonly tool: string
  /** The arguments, as JSON text. */
  readonly argsText: string
  /** The caller, for policies with layers or capabilities. */
  readonly caller: Pick<TestContext, "agent" | "role" | "task">
  /** The width of the explanation, in characters. */
  readonly columns: number
}

/** The verdict on a call and its explanation, or the problems that make the policy invalid. */
export type Judged =
  | { readonly decision: "allow" | "ask" | "deny"; readonly explanation: string }
  | {
      readonly problems: ReadonlyArray<PolicyProblem>
      /** The number of further problems, which `problems` does not list. */
      readonly more: number
    }
