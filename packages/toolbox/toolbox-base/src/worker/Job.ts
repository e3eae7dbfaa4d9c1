/** Work for a worker: the name of an exported function, and its arguments. */
export interface Job {
  readonly export: string
  /** The arguments, copied by structured clone: typed arrays and non-finite numbers are allowed. */
  readonly args: unknown
}

/** A job with a number, which its requests repeat, so that no call answers for another. */
export interface NumberedJob extends Job {
  readonly number: number
}

/** A function that runs a job. It throws `JobFailed` for a message to the model. */
export type JobFunction = (args: never, progress: (text: string) => void, ask: Ask) => unknown

/** Requests something from the gate that the worker may not do, such as reading or writing the call's files. */
export type Ask = (request: unknown) => Promise<unknown>

/** Answers a job's requests. A rejected answer ends the job with the same error. */
export type RequestHandler = (request: never) => Promise<unknown>

/** The answer to a job's request. */
export interface JobAnswer {
  readonly answerTo: number
  readonly value: unknown
}

/** A worker's message about its job. */
export type JobMessage =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "ask"; readonly of: number; readonly id: number; readonly request: unknown }
  | { readonly type: "done"; readonly value: unknown }
  | { readonly type: "failed"; readonly failure: JobFailure | undefined; readonly cause: string }

/** A failure's message, and whether the arguments caused it. */
export interface JobFailure {
  readonly kind: "invalid" | "failed"
  readonly message: string
}
