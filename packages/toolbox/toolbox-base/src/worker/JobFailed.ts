import type { JobFailure } from "./Job.ts"

/**
 * A job's error, with a message for the model. In the gate it becomes a `ToolError`. A separate class, so that the
 * worker does not import the gate's errors.
 */
export class JobFailed extends Error implements JobFailure {
  override readonly name = "JobFailed"
  readonly kind: JobFailure["kind"]

  constructor(kind: JobFailure["kind"], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Creates the error of a job with wrong arguments. */
export const invalid = (message: string): JobFailed => new JobFailed("invalid", message)

/** Creates the error of a job that failed for another reason. */
export const impossible = (message: string): JobFailed => new JobFailed("failed", message)
