import { FairSlots, shareSlots } from "@toolgate/core"
import { AdmissionTask, type Admitted, type ToAdmit } from "./AdmissionTask.ts"
import type { ProcessPool } from "./pool/ProcessPool.ts"

/** The number of large guests that are checked at once. One agent has one of them checked. */
const largeAtOnce = 2

/**
 * The checks of guests by processes. Every caller waits for a check of its own, in its session's turn. The first check
 * that is done answers all callers that wait for a check of the same guest.
 */
export class Checks {
  private readonly pool: ProcessPool
  private readonly largeChecks = new FairSlots(shareSlots(largeAtOnce))
  private readonly open = new Map<string, { waiting: number; found: Admitted | undefined }>()

  constructor(pool: ProcessPool) {
    this.pool = pool
  }

  /** `key`: the same for the same guest with the same bounds. */
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
