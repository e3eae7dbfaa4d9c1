import type { CallOptions, Session, Toolgate } from "toolgate"

/** A door of a gate: the gate itself, or one of its sessions, whose calls are all made for the session's principal. */
export type Door = Toolgate | Session

/** The options of a framework's tools, whichever door their calls go through. */
export interface ToolsOptions
  extends Pick<CallOptions, "turn" | "timeoutMs" | "onEvent" | "onOutput" | "ask">,
    ToolsChoices {}

/** The options of a framework's tools whose calls go through the gate's own door: who makes them as well. */
export interface GateToolsOptions
  extends ToolsOptions,
    Pick<
      CallOptions,
      "session" | "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits"
    > {}

/** The choices of an adapter. */
export interface ToolsChoices {
  /**
   * The way in which a call waits for a person. `"wait"`, the default: within the call, as long as the gate's question is open.
   * `"framework"`: nothing waits. The call is deferred, and the framework's own approval flow says so, with the same id of the call.
   * Whatever the framework brings back after that is no authority: the call is made again, and runs only if a person has approved
   * this very call in the gate, once.
   */
  readonly approvals?: "wait" | "framework"
  /**
   * Whether the framework is given schemas that let every argument through, with the real schema in the description. A framework
   * that validates arguments first hands on invalid calls then too, so that the gate refuses them and has them on record. False by
   * default.
   */
  readonly openSchemas?: boolean
}
