import * as Data from "effect/Data"
import { type ErrorClass, type ErrorSlug, type Refused, refused } from "./Refused.ts"

interface Said {
  /** A sentence for the model and for people: what failed and what to do. */
  readonly message: string
  /** Whether a person at a screen should see the message as well. True by default. */
  readonly userVisible?: boolean
  /** The id of the call, if the tool knows it. */
  readonly callId?: string
  /** "no" if the tool knows that the call had no effect. The answer then says that the call can be repeated. */
  readonly executed?: "no"
  readonly cause?: unknown
}

/**
 * A tool throws a `ToolError` to fail with a specific class and message. The message of any other error is redacted,
 * because it is not written for the model.
 *
 * ```ts
 * import { ToolError } from "toolgate/effect"
 *
 * export const isOfTool = (cause: unknown) => cause instanceof ToolError && cause.errorClass === "not_found"
 * ```
 */
export abstract class ToolError extends Data.Error<Said> {
  abstract readonly errorClass: ErrorClass
  /** Converts the error to a refusal. */
  refused(): Refused {
    const errorClass = Object.hasOwn(raisedSlugs, this.errorClass) ? this.errorClass : "execution_error"
    return {
      ...refused("ToolFailed", this.message, { userVisible: this.userVisible ?? true }),
      class: errorClass,
      slug: raisedSlugs[errorClass]
    }
  }
}

/**
 * The tool did not find what the call asked for.
 *
 * ```ts
 * import { ToolNotFound } from "toolgate/effect"
 *
 * export const find = (issues: ReadonlyMap<string, string>, id: string) => {
 *   const issue = issues.get(id)
 *   if (issue === undefined) throw new ToolNotFound({ message: `There is no issue "${id}". List the issues first.` })
 *   return issue
 * }
 * ```
 */
export class ToolNotFound extends ToolError {
  override readonly name = "ToolNotFound"
  readonly errorClass = "not_found"
}

/**
 * The arguments match the schema but are still invalid. `validationErrors` lists the problems.
 *
 * ```ts
 * import { ToolValidationError } from "toolgate"
 *
 * export const checkRange = ({ from, to }: { readonly from: number; readonly to: number }) => {
 *   const validationErrors = from > to ? ['"from" must not be after "to".'] : []
 *   if (validationErrors.length > 0) throw new ToolValidationError({ message: "The range is empty.", validationErrors })
 * }
 * ```
 */
export class ToolValidationError extends ToolError {
  override readonly name = "ToolValidationError"
  readonly errorClass = "validation_error"
  readonly validationErrors: ReadonlyArray<string>

  constructor({ validationErrors = [], ...said }: Said & { readonly validationErrors?: ReadonlyArray<string> }) {
    super(said)
    this.validationErrors = validationErrors
  }

  override refused(): Refused {
    const raised = super.refused()
    if (this.validationErrors.length === 0) return raised
    const validationErrors = this.validationErrors.slice(0, maxListed).map((error) => String(error).slice(0, maxError))
    return { ...raised, details: { ...raised.details, validationErrors } }
  }
}

/** The maximum number of validation errors in an answer, and the maximum length of each. */
const maxListed = 20
const maxError = 1_000

/**
 * The system that the tool works on denied access.
 *
 * ```ts
 * import { ToolPermissionDenied } from "toolgate/effect"
 *
 * export const checkOwner = (owner: string, agent: string) => {
 *   if (owner !== agent) throw new ToolPermissionDenied({ message: "The issue belongs to someone else." })
 * }
 * ```
 */
export class ToolPermissionDenied extends ToolError {
  override readonly name = "ToolPermissionDenied"
  readonly errorClass = "permission_denied"
}

/**
 * The tool gave up waiting.
 *
 * ```ts
 * import { ToolTimeout } from "toolgate/effect"
 *
 * export const within = (answer: Promise<string>, signal: AbortSignal) =>
 *   answer.catch((cause) => {
 *     throw signal.aborted ? new ToolTimeout({ message: "The server did not answer in time.", cause }) : cause
 *   })
 * ```
 */
export class ToolTimeout extends ToolError {
  override readonly name = "ToolTimeout"
  readonly errorClass = "timeout"
}

/**
 * The tool failed for any other reason.
 *
 * ```ts
 * import { ToolExecutionError } from "toolgate"
 *
 * export const statusOf = async (url: string) => {
 *   const response = await fetch(url)
 *   if (!response.ok) throw new ToolExecutionError({ message: `The server answered with status ${response.status}.` })
 *   return response.text()
 * }
 * ```
 */
export class ToolExecutionError extends ToolError {
  override readonly name = "ToolExecutionError"
  readonly errorClass = "execution_error"
}

/**
 * The tool cannot tell whether it took effect, for example because a connection broke after the request was sent. The call
 * is answered with `executed: "unknown"`: check the outcome before repeating it.
 *
 * ```ts
 * import { ToolOutcomeUnknown } from "@toolgate/core"
 *
 * export const pay = async (amount: number, signal: AbortSignal) => {
 *   const request = fetch("https://bank.example/payments", { method: "POST", body: String(amount), signal })
 *   const lost = (cause: unknown) => new ToolOutcomeUnknown({ message: "The bank did not answer.", cause })
 *   return await request.catch((cause) => Promise.reject(lost(cause)))
 * }
 * ```
 */
export class ToolOutcomeUnknown extends ToolError {
  override readonly name = "ToolOutcomeUnknown"
  readonly errorClass = "execution_error"
}

/**
 * The tool stopped because it was cancelled.
 *
 * ```ts
 * import { ToolCancelled } from "toolgate/effect"
 *
 * export const execute = (_args: object, { signal }: { readonly signal: AbortSignal }) => {
 *   if (signal.aborted) throw new ToolCancelled({ message: "The build was cancelled before its first step." })
 *   return "built"
 * }
 * ```
 */
export class ToolCancelled extends ToolError {
  override readonly name = "ToolCancelled"
  readonly errorClass = "cancelled"
}

// A tool that finds nothing has failed; "tool_not_found" means that the registry does not know the tool.
const raisedSlugs: Record<ErrorClass, ErrorSlug> = {
  not_found: "tool_failed",
  validation_error: "invalid_args",
  permission_denied: "permission_denied",
  user_denied: "permission_denied",
  timeout: "tool_failed",
  execution_error: "tool_failed",
  cancelled: "tool_failed",
  confirmation_timeout: "permission_denied"
}
