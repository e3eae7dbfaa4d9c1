import type {
  Confinement,
  FileAccess,
  FileException,
  HostAccess,
  ResourceLimits,
  SandboxName
} from "./ExecutionGrant.ts"
import type { PermissionRequest } from "./PermissionRequest.ts"
import type { RuleRef } from "./Permit.ts"
import type { ResolvedPath } from "./Resource.ts"

/**
 * A policy as a pure function: equal requests get equal verdicts. A judge does not ask, count or throw.
 *
 * ```ts
 * import { allow, deny, type Judge } from "toolgate"
 *
 * const because = { layer: "app", rule: "office hours", source: "judges.ts" }
 * export const officeHours =
 *   (isOpen: () => boolean): Judge =>
 *   ({ tool }) =>
 *     isOpen() || tool.sideEffects === "READ" ? allow(because) : deny(because, "Nothing is changed at night.")
 * ```
 */
export type Judge = (request: PermissionRequest) => Verdict

/** A policy's verdict on a call. */
export type Verdict = Allowed | Asked | Denied

/** The call may run within the bounds. */
export interface Allowed {
  readonly decision: "allow"
  readonly because: RuleRef
  readonly bounds: GrantBounds
}

/** A person has to decide. The bounds apply if they approve. */
export interface Asked {
  readonly decision: "ask"
  readonly because: RuleRef
  /** The reason for the question, in a sentence for the person and the model, without argument values. */
  readonly why: string
  readonly bounds: GrantBounds
  /**
   * The calls that an answer for the session covers. `call`: the same tool with the same arguments. `host`: the same tool
   * with the same hosts. `tool`: every call of the tool. For `host` and `tool`, the first answer always applies to the
   * session.
   */
  readonly covers: "call" | "host" | "tool"
}

/** The call may not run. */
export interface Denied {
  readonly decision: "deny"
  readonly because: RuleRef
  /** The reason in a sentence for the model, without argument values: what is denied, and by what. */
  readonly why: string
  /** The kind of refusal. "PolicyDenied" by default. */
  readonly refusal?: "PolicyDenied" | "FileDenied" | "SandboxUnavailable"
}

/** Bounds on a grant. An absent member sets no limit; an empty list allows nothing. */
export interface GrantBounds {
  readonly sandbox?: SandboxName
  readonly limits?: Partial<ResourceLimits>
  /** The folders that have to contain the call's files. */
  readonly files?: ReadonlyArray<FileAccess>
  /** Exceptions for every folder. */
  readonly except?: ReadonlyArray<FileException>
  readonly hosts?: ReadonlyArray<HostAccess>
  /**
   * Confinement is required unless a verdict waives it. This member, `env` and `path` differ from the others: if no
   * verdict sets them, confinement is required and the call gets no variables and no program folders.
   */
  readonly confinement?: Confinement
  readonly env?: ReadonlyArray<string> | "any"
  /** Folders of programs, as absolute paths without a colon. A confined command may read their content. */
  readonly path?: ReadonlyArray<string>
  /**
   * Paths outside the workspace, named by words of a confined command, that it may read including their content. Absent:
   * none. Only the policy sets them; an additional judge cannot.
   */
  readonly reads?: ReadonlyArray<ResolvedPath>
}
