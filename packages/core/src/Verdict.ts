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
 * A policy as a pure function: equal requests get equal verdicts. It asks nobody, counts nothing, and never throws.
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

/** The verdict of a policy on a call, from the widest to the narrowest: allow, ask, deny. */
export type Verdict = Allowed | Asked | Denied

/** A verdict that a call may run, within the bounds. */
export interface Allowed {
  readonly decision: "allow"
  readonly because: RuleRef
  readonly bounds: GrantBounds
}

/** A verdict that a person has to be asked. The bounds apply if the person approves. */
export interface Asked {
  readonly decision: "ask"
  readonly because: RuleRef
  /** The reason why a person has to decide, in a sentence for them and for the model, without an argument's value. */
  readonly why: string
  readonly bounds: GrantBounds
  /**
   * The calls that an answer kept for the session covers. `call`: calls of the same tool with the same arguments. `host`: calls of
   * the same tool to the same hosts. `tool`: every call of the tool. Of the last two, the first answer is always kept.
   */
  readonly covers: "call" | "host" | "tool"
}

/** A verdict that a call may not run. */
export interface Denied {
  readonly decision: "deny"
  readonly because: RuleRef
  /** The reason in a sentence for the model, without an argument's value: what is denied, and by what. */
  readonly why: string
  /** The kind of refusal that the call gets. "PolicyDenied" by default. */
  readonly refusal?: "PolicyDenied" | "FileDenied" | "SandboxUnavailable"
}

/** The bounds on a grant. An absent member is no bound; an empty list allows nothing. */
export interface GrantBounds {
  readonly sandbox?: SandboxName
  readonly limits?: Partial<ResourceLimits>
  /** The trees in which the call's files have to lie. */
  readonly files?: ReadonlyArray<FileAccess>
  /** The exceptions that hold in every tree, wherever it begins. */
  readonly except?: ReadonlyArray<FileException>
  readonly hosts?: ReadonlyArray<HostAccess>
  /**
   * The confinement, which is required unless a verdict says otherwise. This member, `env` and `path` differ from the rest: if they
   * are absent everywhere, confinement is required, and the call gets no variables and no folders of programs.
   */
  readonly confinement?: Confinement
  readonly env?: ReadonlyArray<string> | "any"
  /** The folders of programs: absolute paths without a colon. A confined command may read what they hold. */
  readonly path?: ReadonlyArray<string>
  /**
   * The paths outside the workspace that words of a confined command name, and that it may read, with all that they hold. Absent: none.
   * Only the policy itself sets them; a judge beside it cannot.
   */
  readonly reads?: ReadonlyArray<ResolvedPath>
}
