/** A piece of work for a worker: a function that its program serves, and its arguments. */
export interface Job {
  readonly export: string
  /** The arguments, as the structured clone algorithm copies them: numbers need not be finite, and arrays may be typed. */
  readonly args: unknown
}

/** A job as the worker gets it. What a job asks carries its number, so that no call answers for another one. */
export interface NumberedJob extends Job {
  readonly number: number
}

/** A function that does jobs. It throws `JobFailed` to fail in words for the model. */
export type JobFunction = (args: never, progress: (text: string) => void, ask: Ask) => unknown

/** Asks the gate for something that the worker may not do itself, such as reading and writing files of the call. */
export type Ask = (request: unknown) => Promise<unknown>

/** Answers what a job asks. A job whose question is answered by an error ends with that error. */
export type Answers = (request: never) => Promise<unknown>

/** The answer to a question of the job. */
export interface Answer {
  readonly answerTo: number
  readonly value: unknown
}

/** A message of the worker about its job. */
export type JobMessage =
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "ask"; readonly of: number; readonly id: number; readonly request: unknown }
  | { readonly type: "done"; readonly value: unknown }
  | { readonly type: "failed"; readonly failure: JobFailure | undefined; readonly cause: string }

/** The words of a failure, and whether the arguments are to blame for it. */
export interface JobFailure {
  readonly kind: "invalid" | "failed"
  readonly message: string
}
