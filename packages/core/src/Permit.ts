import type { ExecutionGrant } from "./ExecutionGrant.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"

/** A grant joined to the one request it was given for. Plain data, as the request is; a sandbox runs nothing without a permit. */
export interface Permit {
  readonly request: PermissionRequest
  readonly grant: ExecutionGrant
  readonly because: RuleRef
  /** The approval that a person gave, where one was needed. */
  readonly approvalId?: string
  /** How long a person took to decide, in milliseconds. */
  readonly waitedMs: number
}

/** The rule that decided, by the layer and the source it comes from. */
export interface RuleRef {
  readonly layer: string
  /** As it is written there. */
  readonly rule: string
  /** A file with line and column, or the name of the code. */
  readonly source: string
}
