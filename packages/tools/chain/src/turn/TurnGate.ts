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

/** The parts of a gate that a turn uses. */
export interface TurnGate<Judged extends JudgedCall = Judgement> {
  /** Answers a call, or refuses it for this reason. */
  readonly dispatch: (call: ToolCall, context: DispatchContext, refusal?: Refused) => Effect<ToolExecution>
  /** Returns the policy request for a call, with its currently resolved resources. */
  readonly request: (call: ToolCall, context: DispatchContext) => Effect<PermissionRequest, Refused>
  readonly judge: (call: ToolCall, context: DispatchContext) => Effect<Judged>
  /** Returns a function that finds a visible tool by name or alias. */
  readonly tools: (context: DispatchContext) => (name: string) => ToolDefinition | undefined
}

/** The parts of a verdict that a plan uses. */
export type JudgedCall =
  | { readonly decision: "allow" | "ask"; readonly because: { readonly layer: string; readonly rule: string } }
  | { readonly decision: "deny"; readonly refusal: Refused }
