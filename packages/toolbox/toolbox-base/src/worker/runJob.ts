import { setImmediate as turn } from "node:timers/promises"
import type { Job, RequestHandler } from "./Job.ts"
import type { JobContext, Worker } from "./Worker.ts"

/**
 * Runs a job in a process that is killed when the call is cancelled or times out. Returns its result; rejects with a
 * `ToolError` for the model, or with the signal's reason. A job that sends requests needs `answers`.
 */
export type RunJob = (job: Job, context: JobContext, answers?: RequestHandler) => Promise<unknown>

/**
 * Returns the function that runs a package's jobs. The package's program for them, `src/worker/main.ts`, calls
 * `serveJobs`. `from` is the URL of a module next to the program's folder; a CommonJS bundle has no such URL.
 */
export const makeRunJob =
  (ownPackage: string, from: string | undefined): RunJob =>
  async (job, context, answers) => {
    // Loads the modules that start processes on first use.
    const { pool } = await import("./WorkerPool.ts")
    const release = await context.takeSlot(pool.slots, "one of the toolbox's workers")
    let worker: Worker | undefined
    try {
      // Cloning large arguments blocked the event loop. Lets it run, because the call may have ended meanwhile.
      await turn()
      context.signal.throwIfAborted()
      worker = pool.take(ownPackage, from)
      return await worker.run(job, context, answers)
    } finally {
      pool.giveBack(ownPackage, worker)
      release()
    }
  }
