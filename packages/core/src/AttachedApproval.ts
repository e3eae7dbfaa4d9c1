import type { Args } from "./json/Json.ts"

/** An approval that a call comes with. */
export interface AttachedApproval {
  readonly id: string
  /** The arguments that were asked for, if whoever approved the call edited them. */
  readonly proposed?: Args
}
