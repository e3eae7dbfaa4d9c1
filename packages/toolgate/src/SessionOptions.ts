import type { CallOptions } from "./CallOptions.ts"

/** The options of a session: for whom its calls are made, and where they work. */
export interface SessionOptions
  extends Pick<CallOptions, "agent" | "role" | "task" | "onBehalfOf" | "readOnly" | "noWeb" | "skills" | "limits"> {
  /** The name of the session, which its calls, questions and records carry. */
  readonly id: string
  /** The folder that the session's calls work in, which has to exist: the gate's own by default. */
  readonly workspace?: string
}

/** The options of a single call in a session. Who makes the call, and where, is the session's alone. */
export type SessionCallOptions = Omit<CallOptions, "session" | Exclude<keyof SessionOptions, "id" | "workspace">>
