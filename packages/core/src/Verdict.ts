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

/** A policy as a pure function: the same request, the same verdict. It asks nobody, counts nothing, and never throws. */
export type Judge = (request: PermissionRequest) => Verdict

/** What a policy thinks of a call, from most to least: allow, ask, deny. */
export type Verdict = Allowed | Asked | Denied

export interface Allowed {
  readonly decision: "allow"
  readonly because: RuleRef
  readonly bounds: GrantBounds
}

/** A person has to be asked; the bounds are for the case that they approve. */
export interface Asked {
  readonly decision: "ask"
  readonly because: RuleRef
  /** Why a person has to decide: a sentence for them and for the model, without an argument's value. */
  readonly why: string
  readonly bounds: GrantBounds
  /**
   * What an answer that is kept for the session answers: `call`, the same tool with the same arguments; `tool`, every
   * call of the tool, which the operator chose by asking once.
   */
  readonly covers: "call" | "tool"
}

export interface Denied {
  readonly decision: "deny"
  readonly because: RuleRef
  /** A sentence for the model, without an argument's value: what is denied, and by what. */
  readonly why: string
  /** What the call is refused as. Absent: "PolicyDenied". */
  readonly refusal?: "PolicyDenied" | "FileDenied" | "SandboxUnavailable"
}

/** How far a grant may go at most. What is left out is not bounded; what is empty allows none. */
export interface GrantBounds {
  readonly sandbox?: SandboxName
  readonly limits?: Partial<ResourceLimits>
  /** The trees that the call's files have to lie in. */
  readonly files?: ReadonlyArray<FileAccess>
  /** What no tree may give, wherever it begins. */
  readonly except?: ReadonlyArray<FileException>
  readonly hosts?: ReadonlyArray<HostAccess>
  /**
   * Left out everywhere, confinement is required, and no variable and no folder of programs given: unlike the rest, these three
   * have to be said.
   */
  readonly confinement?: Confinement
  readonly env?: ReadonlyArray<string> | "any"
  /** Absolute paths without a colon. A confined command may read what they hold. */
  readonly path?: ReadonlyArray<string>
}
