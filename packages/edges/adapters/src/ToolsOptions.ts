import type { CallOptions, Session, Toolgate } from "toolgate"

/** A door of a gate: the gate, or one of its sessions with a fixed principal. */
export type Door = Toolgate | Session

/** The options that both doors share. */
export interface ToolsOptions
  extends Pick<CallOptions, "turn" | "timeoutMs" | "onEvent" | "onOutput" | "ask">,
    ToolsChoices {}

/** The options for the gate's own door, including the caller. */
export interface GateToolsOptions
  extends ToolsOptions,
    Pick<
      CallOptions,
      "session" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits"
    > {}

/** The options of an adapter, without the door. */
export interface ToolsChoices {
  /**
   * The way in which a call waits for a person. `"wait"`, the default: the call waits while the gate's question is
   * open.
   * `"framework"`: the call is deferred and the framework's approval flow reports it, with the same call id. The
   * framework's answer does not approve anything: it repeats the call, which runs once, and only if a person approved
   * exactly this call in the gate.
   */
  readonly approvals?: "wait" | "framework"
  /**
   * Whether the framework gets schemas that accept all arguments, with the real schema in the description. Frameworks
   * that validate first then pass on invalid calls too, so that the gate refuses and records them. Default: false.
   */
  readonly openSchemas?: boolean
}
