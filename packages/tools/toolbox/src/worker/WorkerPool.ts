import { availableParallelism } from "node:os"
import { Worker } from "./Worker.ts"
import { workerCommand } from "./workerProgram.ts"

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

  /** Ends a turn. A worker that could not be started is none. */
  giveBack(worker: Worker | undefined): void {
    if (worker?.isGone === false) this.idle.push(worker)
    const [next] = this.waiting
    if (next === undefined) this.free += 1
    else {
      this.waiting.delete(next)
      next()
    }
  }
}

/** The workers that all tools share. */
export const pool = new WorkerPool()
