import { availableParallelism } from "node:os"
import type { Job } from "./Job.ts"
import { type JobContext, Worker } from "./Worker.ts"
import { workerCommand } from "./workerProgram.ts"

/**
 * Does a job in a process that is killed when the call is cancelled or its time is up, and returns the result. Rejects with a
 * `ToolError` in words for the model, or with what the signal was aborted with.
 */
export const runJob = async (job: Job, context: JobContext): Promise<unknown> => {
  await pool.turn(context.signal)
  const worker = pool.take()
  try {
    return await worker.run(job, context)
  } finally {
    pool.giveBack(worker)
  }
}

/** The workers of this process: as many as it has cores, and at least two, so that a short job need not wait for a long one. */
class WorkerPool {
  private free = Math.max(2, availableParallelism())
  private readonly waiting = new Set<() => void>()
  private readonly idle: Array<Worker> = []
  private readonly command = workerCommand()

  /** Waits until a worker may be used, first come, first served. */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.free > 0) {
      this.free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const aborted = () => {
      this.waiting.delete(resolve)
      reject(signal.reason)
    }
    this.waiting.add(resolve)
    signal.addEventListener("abort", aborted)
    await promise.finally(() => signal.removeEventListener("abort", aborted))
  }

  take(): Worker {
    for (let worker = this.idle.pop(); worker !== undefined; worker = this.idle.pop()) if (!worker.isGone) return worker
    return new Worker(this.command)
  }

  giveBack(worker: Worker): void {
    if (!worker.isGone) this.idle.push(worker)
    const [next] = this.waiting
    if (next === undefined) this.free += 1
    else {
      this.waiting.delete(next)
      next()
    }
  }
}

const pool = new WorkerPool()
