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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { ToolError, ToolNotFound } from "toolgate/effect"
 *
 * // Converts any error to an error for the model.
 * const toToolError = (cause: unknown): ToolError =>
 *   cause instanceof ToolError
 *     ? cause
 *     : new ToolNotFound({ message: "There is no such issue. List the issues first.", cause })
 * const close = defineTool({
 *   name: "close_issue",
 *   description: "Closes an issue.",
 *   parameters: { type: "object" },
 *   sideEffects: "NETWORK",
 *   execute: () => Promise.reject(new Error("404")).catch((cause) => Promise.reject(toToolError(cause)))
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [close] })
 * const { error } = await gate.dispatch({ id: "1", tool: "close_issue", args: {} })
 * assert.equal(error?.class, "not_found")
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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, Type } from "toolgate"
 * import { ToolNotFound } from "toolgate/effect"
 *
 * const issues = new Map([["7", "Fix the login"]])
 * const findIssue = defineTool({
 *   name: "find_issue",
 *   description: "Finds an issue.",
 *   parameters: Type.Object({ id: Type.String() }),
 *   sideEffects: "READ",
 *   execute: ({ id }) => {
 *     const issue = issues.get(id)
 *     if (issue === undefined) throw new ToolNotFound({ message: "There is no such issue. List the issues first." })
 *     return issue
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [findIssue] })
 * const { error } = await gate.dispatch({ id: "1", tool: "find_issue", args: { id: "8" } })
 * assert.equal(error?.class, "not_found")
 * ```
 */
export class ToolNotFound extends ToolError {
  override readonly name = "ToolNotFound"
  readonly errorClass = "not_found"
}

/**
 * The arguments match the schema but are still invalid. `validationErrors` lists the problems.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, ToolValidationError, Type } from "toolgate"
 *
 * const report = defineTool({
 *   name: "report",
 *   description: "Reports on a range of days.",
 *   parameters: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
 *   sideEffects: "READ",
 *   execute: ({ from, to }) => {
 *     if (from <= to) return `${to - from + 1} days`
 *     throw new ToolValidationError({ message: "The range is empty.", validationErrors: ['"from" is after "to".'] })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [report] })
 * const { error } = await gate.dispatch({ id: "1", tool: "report", args: { from: 7, to: 3 } })
 * assert.deepEqual(error?.details.validationErrors, ['"from" is after "to".'])
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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { ToolPermissionDenied } from "toolgate/effect"
 *
 * const close = defineTool({
 *   name: "close_issue",
 *   description: "Closes an issue.",
 *   parameters: { type: "object" },
 *   sideEffects: "NETWORK",
 *   execute: () => {
 *     throw new ToolPermissionDenied({ message: "The issue belongs to another team. Ask its owner to close it." })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [close] })
 * const { error } = await gate.dispatch({ id: "1", tool: "close_issue", args: {} })
 * assert.equal(error?.class, "permission_denied")
 * ```
 */
export class ToolPermissionDenied extends ToolError {
  override readonly name = "ToolPermissionDenied"
  readonly errorClass = "permission_denied"
}

/**
 * The tool gave up waiting.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { ToolTimeout } from "toolgate/effect"
 *
 * const search = defineTool({
 *   name: "search",
 *   description: "Searches the archive.",
 *   parameters: { type: "object" },
 *   sideEffects: "NETWORK",
 *   execute: () => {
 *     throw new ToolTimeout({ message: "The archive did not answer within 5 seconds.", executed: "no" })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [search] })
 * const { error, executed } = await gate.dispatch({ id: "1", tool: "search", args: {} })
 * assert.deepEqual([error?.class, executed], ["timeout", "no"])
 * ```
 */
export class ToolTimeout extends ToolError {
  override readonly name = "ToolTimeout"
  readonly errorClass = "timeout"
}

/**
 * The tool failed for any other reason.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, ToolExecutionError } from "toolgate"
 *
 * const deploy = defineTool({
 *   name: "deploy",
 *   description: "Deploys the site.",
 *   parameters: { type: "object" },
 *   sideEffects: "NETWORK",
 *   execute: () => {
 *     throw new ToolExecutionError({ message: "The server answered with status 503. Try again in a minute." })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [deploy] })
 * const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
 * assert.deepEqual([error?.class, error?.message.includes("status 503")], ["execution_error", true])
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
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, ToolOutcomeUnknown } from "toolgate"
 *
 * const pay = defineTool({
 *   name: "pay",
 *   description: "Pays an invoice.",
 *   parameters: { type: "object" },
 *   sideEffects: "NETWORK",
 *   execute: () => {
 *     throw new ToolOutcomeUnknown({ message: "The bank did not answer. Look for the payment before paying again." })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [pay] })
 * const { executed } = await gate.dispatch({ id: "1", tool: "pay", args: {} })
 * assert.equal(executed, "unknown")
 * ```
 */
export class ToolOutcomeUnknown extends ToolError {
  override readonly name = "ToolOutcomeUnknown"
  readonly errorClass = "execution_error"
}

/**
 * The tool stopped because it was cancelled.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool } from "toolgate"
 * import { ToolCancelled } from "toolgate/effect"
 *
 * // The build server has cancelled this build.
 * const build = defineTool({
 *   name: "build",
 *   description: "Builds the site.",
 *   parameters: { type: "object" },
 *   sideEffects: "EXECUTE",
 *   execute: () => {
 *     throw new ToolCancelled({ message: "A newer build has replaced this one.", executed: "no" })
 *   }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [build] })
 * const { error } = await gate.dispatch({ id: "1", tool: "build", args: {} })
 * assert.equal(error?.class, "cancelled")
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
