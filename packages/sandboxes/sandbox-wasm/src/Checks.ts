import { FairSlots, shareSlots } from "@toolgate/core"
import { AdmissionTask, type Admitted, type ToAdmit } from "./AdmissionTask.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"

/** The number of large guests to check at once. Each agent gets at most one of these slots. */
const largeAtOnce = 2

/**
 * Checks guests in processes. Every caller queues in its session. The first finished check answers all callers that
 * wait for the same guest.
 */
export class Checks {
  private readonly pool: ProcessPool
  private readonly largeChecks = new FairSlots(shareSlots(largeAtOnce))
  private readonly open = new Map<string, { waiting: number; found: Admitted | undefined }>()

  constructor(pool: ProcessPool) {
    this.pool = pool
  }

  /** `key`: identifies a guest with its limits. */
  check(key: string, task: Omit<ToAdmit, "known">): Promise<Admitted> {
    const check = this.open.get(key) ?? { waiting: 0, found: undefined }
    this.open.set(key, check)
    check.waiting++
    return new Promise((done) => {
      new AdmissionTask(this.pool, this.largeChecks, { ...task, known: () => check.found }, (admitted) => {
        if (!("unchecked" in admitted)) check.found ??= admitted
        if (--check.waiting === 0) this.open.delete(key)
        done(admitted)
      })
    })
  }
}
