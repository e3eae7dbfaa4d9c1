/** A piece of work for the worker: a function that a module of the worker exports, and its arguments. */
export interface Job {
  /** The name of the module in `modules.ts`. */
  readonly module: string
  readonly export: string
  /** The arguments, as the structured clone algorithm copies them: numbers need not be finite, and arrays may be typed. */
  readonly args: unknown
}

/** A function that does jobs. It throws `JobFailed` to fail in words for the model. */
export type JobFunction = (args: never, progress: (text: string) => void) => unknown

/** A message of the worker about its job. */
export type JobMessage =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "done"; readonly value: unknown }
  | { readonly type: "failed"; readonly failure: JobFailure | undefined; readonly cause: string }

/** The words of a failure, and whether the arguments are to blame for it. */
export interface JobFailure {
  readonly kind: "invalid" | "failed"
  readonly message: string
}
