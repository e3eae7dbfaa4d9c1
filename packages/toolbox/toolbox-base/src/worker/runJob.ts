import { setImmediate as turn } from "node:timers/promises"
import type { Answers, Job } from "./Job.ts"
import type { JobContext, Worker } from "./Worker.ts"

/**
 * A function that does a job in a process that is killed when the call is cancelled or its time is up, and returns the result. Rejects
 * with a `ToolError` in words for the model, or with what the signal was aborted with. A job that asks needs `answers`.
 */
export type RunJob = (job: Job, context: JobContext, answers?: Answers) => Promise<unknown>

/**
 * Returns the function that does the jobs of a package. The package has a program for them, `src/worker/main.ts`, which calls `serveJobs`.
 * `from` is the URL of a module beside the program's folder; in a bundle of the CommonJS format, a module has none.
 */
export const makeRunJob =
  (ownPackage: string, from: string | undefined): RunJob =>
  async (job, context, answers) => {
    // What starts processes is loaded when the first one is needed.
    const { pool } = await import("./WorkerPool.ts")
    const release = await context.takeSlot(pool.slots, "one of the toolbox's workers")
    let worker: Worker | undefined
    try {
      // Large arguments have kept the event loop from its other work until here, and an end of the call may be a part of that work.
      await turn()
      context.signal.throwIfAborted()
      worker = pool.take(ownPackage, from)
      return await worker.run(job, context, answers)
    } finally {
      pool.giveBack(ownPackage, worker)
      release()
    }
  }
