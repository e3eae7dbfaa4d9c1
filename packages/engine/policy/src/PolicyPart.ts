import type {
  Allowed,
  Asked,
  Asker,
  GrantBounds,
  Judge,
  PermissionRequest,
  Principal,
  RuleRef,
  ToolDefinition,
  Verdict
} from "@toolgate/core"

/**
 * A part of a policy, usable alone. It says what it thinks of a tool in somebody's hands; where that depends on the call
 * itself, it answers with a judge of calls. Whatever it answers is kept, so it may take its time; a judge may not.
 */
export interface PolicyPart {
  readonly name: string
  readonly of: (tool: ToolDefinition, asker: Asker) => Verdict | Judge
  /**
   * The files and hosts that its judge keeps every call of the tool to. A tool is not shown to someone for whom no file or host
   * that it has to be given lies in the bounds of all parts.
   */
  readonly bounds?: (tool: ToolDefinition, asker: Asker) => ReadonlyArray<ReachBounds>
  /** False where its judge denies every call from the asker's session and workspace; where those are left out, from any. */
  readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
  /**
   * Looks at what all parts together would grant a call, where the part has to know that. What it finds denies or asks; an empty
   * list leaves the verdict as it is.
   */
  readonly ofGrant?: (tool: ToolDefinition) => GrantCheck | undefined
  /** All that it has to say about a call made by this principal: what decided is among it. */
  readonly explain: (request: PermissionRequest, principal: Principal) => ReadonlyArray<Finding>
  /** Changes when the part was changed, so that what was kept of it is forgotten. */
  readonly revision?: () => number
}

export type ReachBounds = Pick<GrantBounds, "files" | "hosts">

export type GrantCheck = (request: PermissionRequest, verdict: Allowed | Asked) => ReadonlyArray<Finding>

/** One rule, held against one call. */
export interface Finding {
  readonly because: RuleRef
  /** `none`: it does not match, and decides nothing. */
  readonly effect: Verdict["decision"] | "none"
  /** What it found, in words for the operator: it may quote the call. */
  readonly said: string
  /** What to change, and where, for this finding to be another. */
  readonly change?: string
}
