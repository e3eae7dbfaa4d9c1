import type { CallOptions } from "./CallOptions.ts"

/** The options of a session: its principal and folder. */
export interface SessionOptions
  extends Pick<CallOptions, "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits"> {
  /** Name of the session. Calls, questions and audit records carry it. */
  readonly id: string
  /** The folder in which the session's calls work. It must exist. Defaults to the gate's workspace. */
  readonly workspace?: string
}

/** The options of one call in a session. The principal and the folder are fixed by the session. */
export type SessionCallOptions = Omit<CallOptions, "session" | Exclude<keyof SessionOptions, "id" | "workspace">>
