import { availableParallelism } from "node:os"
import { FairSlots, shareSlots } from "@toolgate/core"
import { getWorkerCommand } from "./getWorkerCommand.ts"
import { Worker } from "./Worker.ts"

/** An idle worker, and the package whose jobs it runs. */
interface IdleWorker {
  readonly ownPackage: string
  readonly worker: Worker
}

/** The limit for workers and concurrent jobs: one per core, and at least four. */
const mostWorkers = Math.max(4, availableParallelism())

/**
 * The workers of this process, for all packages. One session leaves two workers to others and one agent leaves one, so
 * that no agent waits for another's long jobs.
 */
class WorkerPool {
  readonly slots = new FairSlots(shareSlots(mostWorkers))
  private idle: Array<IdleWorker> = []
  private busy = 0
  private readonly commands = new Map<string, ReadonlyArray<string>>()

  /** Returns a worker of a package for a caller with a slot. */
  take(ownPackage: string, from: string | undefined): Worker {
    this.idle = this.idle.filter(({ worker }) => !worker.isGone)
    const at = this.idle.findLastIndex((one) => one.ownPackage === ownPackage)
    const [found] = at < 0 ? [] : this.idle.splice(at, 1)
    // Replaces an idle worker of another package.
    if (found === undefined && this.idle.length + this.busy >= mostWorkers) this.idle.shift()?.worker.kill()
    const worker = found?.worker ?? new Worker(this.commandOf(ownPackage, from))
    this.busy += 1
    return worker
  }

  /** Takes back a worker that can run another job. */
  giveBack(ownPackage: string, worker: Worker | undefined): void {
    if (worker === undefined) return
    this.busy -= 1
    if (!worker.isGone) this.idle.push({ ownPackage, worker })
  }

  private commandOf(ownPackage: string, from: string | undefined): ReadonlyArray<string> {
    const command = this.commands.get(ownPackage) ?? getWorkerCommand(ownPackage, from)
    this.commands.set(ownPackage, command)
    return command
  }
}

/** The workers that all tools share. */
export const pool = new WorkerPool()
