import type { Args } from "./json/Json.ts"

/** The approval that a call carries when it is resumed. */
export interface AttachedApproval {
  readonly id: string
  /** The original arguments, if the approver edited them. */
  readonly proposed?: Args
}
