import type {
  Allowed,
  Asked,
  Asker,
  FileException,
  GrantBounds,
  Judge,
  PermissionRequest,
  Principal,
  RuleRef,
  ToolDefinition,
  Verdict
} from "@toolgate/core"

/**
 * A part of a policy, usable alone. `of` returns an opinion of a tool and an asker. If the opinion depends on the call
 * itself, `of` returns a judge of calls. Answers of `of` are cached, so `of` may be slow; the judge runs for every call
 * and must be fast.
 */
export interface PolicyPart {
  readonly name: string
  /** Returns the verdict on every call of the tool by the asker, or a judge of the single call. */
  readonly of: (tool: ToolDefinition, asker: Asker) => Verdict | Judge
  /**
   * Returns the files and hosts to which the part's judge restricts every call of the tool. If a tool must be given a
   * file or host and none lies within the bounds of all parts, the tool is not shown to the asker.
   */
  readonly bounds?: (tool: ToolDefinition, asker: Asker) => ReadonlyArray<ReachBounds>
  /**
   * Returns false if the part's judge denies every call from the asker's session and workspace. Without a session or
   * workspace, `mayPermit` returns false only if the judge denies every call from everywhere.
   */
  readonly mayPermit?: (tool: ToolDefinition, asker: Asker) => boolean
  /**
   * Returns a check of the grant that all parts together would give a call, for parts that need to know the grant. The
   * findings of the check deny or ask; an empty list leaves the verdict unchanged.
   */
  readonly ofGrant?: (tool: ToolDefinition) => GrantCheck | undefined
  /** Returns the files that a confined process other than a call may not use inside its trees. */
  readonly exceptions?: (workspace: string) => ReadonlyArray<FileException>
  /** Returns every finding of the part about a call by this principal, including the finding that decided. */
  readonly explain: (request: PermissionRequest, principal: Principal) => ReadonlyArray<Finding>
  /** Returns a number that changes whenever the part changes, so that cached answers are dropped. */
  readonly revision?: () => number
}

/** The files and hosts to which calls are restricted. */
export type ReachBounds = Pick<GrantBounds, "files" | "hosts">

/** A check of a call's grant. Returns findings that deny or ask, or an empty list. */
export type GrantCheck = (request: PermissionRequest, verdict: Allowed | Asked) => ReadonlyArray<Finding>

/** The result of comparing one rule with one call. */
export interface Finding {
  readonly because: RuleRef
  /** The effect of the rule. `none`: the rule does not match, and decides nothing. */
  readonly effect: Verdict["decision"] | "none"
  /** The finding as a sentence for the operator. It may quote the call. */
  readonly said: string
  /** The change that would lead to another finding, with its place. */
  readonly change?: string
}
