import { availableParallelism } from "node:os"
import { FairSlots, sharedBounds } from "@toolgate/core"
import { Worker } from "./Worker.ts"
import { workerCommand } from "./workerProgram.ts"

/**
 * The workers of this process: as many as it has cores, and at least four. One session leaves two of them to others, and one agent leaves
 * one, so that no agent waits for the long jobs of another.
 */
class WorkerPool {
  readonly slots = new FairSlots(sharedBounds(Math.max(4, availableParallelism())))
  private readonly idle: Array<Worker> = []
  private readonly command = workerCommand()

  /** Returns a worker for a caller that has a slot. */
  take(): Worker {
    for (let worker = this.idle.pop(); worker !== undefined; worker = this.idle.pop()) if (!worker.isGone) return worker
    return new Worker(this.command)
  }

  /** Takes back a worker that can do another job. */
  giveBack(worker: Worker | undefined): void {
    if (worker?.isGone === false) this.idle.push(worker)
  }
}

/** The workers that all tools share. */
export const pool = new WorkerPool()
