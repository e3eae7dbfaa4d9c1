interface ProblemOf<Slug extends string, Status extends number> {
  readonly type: `urn:toolgate:${Slug}`
  readonly title: string
  readonly status: Status
  readonly detail: string
}

/** The body or the address is not valid. */
export interface BadRequest extends ProblemOf<"bad-request", 400> {}
/** The token is missing, unknown, expired or revoked. */
export interface Unauthorized extends ProblemOf<"unauthorized", 401> {}
/** The token does not have the right that the request needs. */
export interface Forbidden extends ProblemOf<"forbidden", 403> {}
/** There is no such thing, or the token may not see it. */
export interface NotFound extends ProblemOf<"not-found", 404> {}
/** The idempotency key was used for a request with another body. */
export interface KeyReused extends ProblemOf<"key-reused", 409> {}
/** The question has ended: how, and who decided it, if a person did. */
export interface AlreadyDecided extends ProblemOf<"already-decided", 409> {
  readonly ended: "approve" | "deny" | "withdrawn"
  readonly by?: string
  readonly from?: string
  /** In milliseconds since the epoch. */
  readonly at?: number
}
/** The question is not the one that was shown. It is still open. */
export interface Stale extends ProblemOf<"stale", 409> {
  readonly digest: string
}
/** The definition of the tool is not the one that was shown. `digest` is that of the current one. */
export interface DefinitionChanged extends ProblemOf<"definition-changed", 409> {
  readonly digest: string
}
/** No person decided the question in time. */
export interface Expired extends ProblemOf<"expired", 410> {}
/** The body is too long. */
export interface TooLarge extends ProblemOf<"too-large", 413> {}
/** The body is not JSON. */
export interface UnsupportedType extends ProblemOf<"unsupported-type", 415> {}
/** The range of the request has no bytes. */
export interface NotSatisfiable extends ProblemOf<"not-satisfiable", 416> {}
/** The policy cannot be used. The policy in force did not change. */
export interface InvalidPolicy extends ProblemOf<"invalid-policy", 422> {
  /** Each problem with its place, as `file:line:column`. */
  readonly problems: ReadonlyArray<{ readonly source: string; readonly message: string }>
  /** The number of further problems. */
  readonly more: number
}
/** The token made too many requests. */
export interface TooMany extends ProblemOf<"too-many", 429> {}
/** The store cannot be read or written, or the server is about to stop. Nothing was done. */
export interface Unavailable extends ProblemOf<"unavailable", 503> {}

/** A problem without a type of Toolgate: a request that does not fit its definition (400), or a fault of the server (500). */
export interface UntypedProblem {
  readonly type: "about:blank"
  readonly title: string
  readonly status: number
  readonly detail?: string
  /** The invalid parts of the request. */
  readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }>
}

/** The ways in which a decision does not count. */
export type DecisionProblem = NotFound | AlreadyDecided | Stale | Expired | BadRequest | Unavailable

/** The ways in which the server refuses a request, told apart by `type`. */
export type Problem =
  | DecisionProblem
  | Unauthorized
  | Forbidden
  | KeyReused
  | DefinitionChanged
  | NotSatisfiable
  | InvalidPolicy
  | TooLarge
  | UnsupportedType
  | TooMany
  | UntypedProblem
