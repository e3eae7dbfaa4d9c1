import type {
  DispatchContext,
  Judgement,
  PermissionRequest,
  Refused,
  ToolCall,
  ToolDefinition,
  ToolExecution
} from "@toolgate/core"
import type { Effect } from "effect/Effect"

/** The parts of a gate that a turn needs. */
export interface TurnGate<Judged extends JudgedCall = Judgement> {
  /** Answers a call, or refuses it with this reason. */
  readonly dispatch: (call: ToolCall, context: DispatchContext, refusal?: Refused) => Effect<ToolExecution>
  /** Returns the request that the policy would be asked about, with what the call points at now. */
  readonly request: (call: ToolCall, context: DispatchContext) => Effect<PermissionRequest, Refused>
  readonly judge: (call: ToolCall, context: DispatchContext) => Effect<Judged>
  /** Returns a function that finds the tool of a name or alias among those that the agent is told about. */
  readonly tools: (context: DispatchContext) => (name: string) => ToolDefinition | undefined
}

/** A judgement on a call, as far as a plan is judged by it. */
export type JudgedCall =
  | { readonly decision: "allow" | "ask"; readonly because: { readonly layer: string; readonly rule: string } }
  | { readonly decision: "deny"; readonly refusal: Refused }
