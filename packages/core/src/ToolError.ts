import * as Data from "effect/Data"
import { type ErrorClass, type ErrorSlug, type Refused, refused } from "./Refused.ts"

interface Said {
  /** A sentence for the model and for people: what failed, and what to do. */
  readonly message: string
  /** Whether a person at a screen should see the message as well. True by default. */
  readonly userVisible?: boolean
  /** The id of the call, if the tool knows it. */
  readonly callId?: string
  /** Set to "no" if the tool knows that the call had no effect. The call is answered so, and can be made again. */
  readonly executed?: "no"
  readonly cause?: unknown
}

/**
 * An error that a tool raises to fail with a class and a text of its own. Any other error is answered with a redacted text, because
 * nobody has checked its text.
 *
 * ```ts
 * import { ToolError } from "toolgate/effect"
 *
 * export const isOfTool = (cause: unknown) => cause instanceof ToolError && cause.errorClass === "not_found"
 * ```
 */
export abstract class ToolError extends Data.Error<Said> {
  abstract readonly errorClass: ErrorClass
  /** Returns the refusal that this error becomes. */
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
 * An error of a tool that did not find what it was asked for.
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
 * An error of a tool whose arguments match the schema and are wrong all the same. `validationErrors` lists what is wrong with them.
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

/** The number of validation errors in an answer, at most, and the number of characters of each. */
const maxListed = 20
const maxError = 1_000

/**
 * An error of a tool that was denied something by the system that it works on.
 *
 * ```ts
 * import { ToolPermissionDenied } from "toolgate/effect"
 *
 * export const checkOwner = (owner: string, agent: string) => {
 *   if (owner !== agent) throw new ToolPermissionDenied({ message: "The issue belongs to somebody else." })
 * }
 * ```
 */
export class ToolPermissionDenied extends ToolError {
  override readonly name = "ToolPermissionDenied"
  readonly errorClass = "permission_denied"
}

/**
 * An error of a tool that gave up waiting.
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
 * An error of a tool that could not do its work, for any other reason.
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
 * The tool cannot tell whether it took effect, as when a connection broke after the request was sent. The call is answered with
 * `executed: "unknown"`: nobody should make it again before they have looked.
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
 * An error of a tool that ended because it was told to.
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

// A tool that finds nothing is a tool that failed; "tool_not_found" is the registry's word.
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
