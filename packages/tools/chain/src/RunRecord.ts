import { randomBytes } from "node:crypto"
import type { AwaitedApprovals, BrokeredRun, NewChainRun, RunRecording, StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { RunBeginning, RunEntry } from "./Recorded.ts"

/** The options of `RunRecord`. */
interface RunRecordOptions {
  /** Whether the run is recorded and held by this gate. */
  readonly isBegun: boolean
  /** Approvals that the run's calls requested. */
  readonly asked: Iterable<string>
}

/**
 * The record of a run held by this gate. Changes are written in order, and the first one creates the record: a script without calls has
 * none.
 */
export class RunRecord {
  readonly id: string
  private readonly runs: RunRecording["runs"]
  private readonly withdraw: RunRecording["withdraw"]
  private readonly begin: () => Promise<void>
  private readonly asked: Set<string>
  /** The last change. Absent before the first one. */
  private writing: Promise<void> | undefined
  /** Approvals that a suspended run waits for. */
  private suspended: AwaitedApprovals | undefined = undefined

  constructor({ runs, withdraw }: RunRecording, run: NewChainRun, { isBegun, asked }: RunRecordOptions) {
    this.id = run.id
    this.runs = runs
    this.withdraw = withdraw
    this.begin = () => Effect.runPromise(runs.begin(run))
    this.asked = new Set(asked)
    this.writing = isBegun ? Promise.resolve() : undefined
  }

  /** Adds an entry. `awaited` is the approval that its call waits for. */
  append(entry: RunEntry, awaited?: AwaitedApprovals): Promise<void> {
    for (const approval of awaited?.approvals ?? []) this.asked.add(approval)
    return this.write(() => Effect.runPromise(this.runs.append(this.id, JSON.stringify(entry), awaited)))
  }

  /** Releases the run until an approval is decided. */
  suspend(awaited: AwaitedApprovals): Promise<void> {
    return this.write(async () => {
      await Effect.runPromise(this.runs.suspend(this.id, awaited))
      this.suspended = awaited
    })
  }

  /**
   * Leaves the run in the state its script ended in. `pending`: suspended, if in time. `as before`: continues in another gate. `over`:
   * never continues. If another gate has resumed the run, it is not touched.
   */
  async leave(how: "pending" | "as before" | "over"): Promise<void> {
    if (this.writing === undefined) return
    await this.writing.catch(() => {})
    if (this.suspended !== undefined && (how === "pending" || !(await this.takeBack(this.suspended)))) return
    await Effect.runPromise(Effect.ignore(how === "as before" ? this.runs.giveBack(this.id) : this.end))
  }

  /** Deletes the run and withdraws its undecided questions, unless another gate holds it. */
  private get end(): Effect.Effect<void, StoreUnavailable> {
    const end = this.runs.end(this.id)
    return this.asked.size === 0 ? end : Effect.andThen(end, this.withdraw([...this.asked]))
  }

  private async takeBack({ approvals: [approval = ""] }: AwaitedApprovals): Promise<boolean> {
    const taken = await Effect.runPromise(Effect.option(this.runs.take(approval)))
    return taken._tag === "Some" && typeof taken.value === "object" && taken.value.id === this.id
  }

  private write(change: () => Promise<void>): Promise<void> {
    this.writing ??= this.begin()
    const written = this.writing.then(change)
    this.writing = written
    written.catch(() => {})
    return written
  }
}

/** Returns a new run. */
export const makeRun = (
  { defer, equal }: RunRecording,
  { callId, tool, args, idempotencyKey, approval, context }: BrokeredRun,
  beginning: RunBeginning
): NewChainRun => ({
  id: randomBytes(16).toString("hex"),
  call: { id: callId, tool, args, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
  context: { ...context, deadline: undefined, defer },
  first: JSON.stringify(beginning),
  ...(approval === undefined ? {} : { approval }),
  ...(equal === undefined ? {} : { equal })
})
