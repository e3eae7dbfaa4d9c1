import type { JobFailure } from "./Job.ts"

/**
 * An error of a job, in words for the model. The worker sends it to the gate, where it becomes an error of a tool. It stands alone, so
 * that the worker need not load the errors of tools.
 */
export class JobFailed extends Error implements JobFailure {
  override readonly name = "JobFailed"
  readonly kind: JobFailure["kind"]

  constructor(kind: JobFailure["kind"], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Returns the error of a job whose arguments are wrong. */
export const invalid = (message: string): JobFailed => new JobFailed("invalid", message)

/** Returns the error of a job that could not be done, for any other reason. */
export const impossible = (message: string): JobFailed => new JobFailed("failed", message)
