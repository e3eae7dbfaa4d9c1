import { randomBytes } from "node:crypto"
import type { AwaitedApprovals, BrokeredRun, NewChainRun, RunRecording, StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { RunBeginning, RunEntry } from "./Recorded.ts"

/** The options of `RunRecord`. */
interface RunRecordOptions {
  /** Whether the run is on record, and this gate has taken it. */
  readonly isBegun: boolean
  /** The approvals that the calls of the run have asked for. */
  readonly asked: Iterable<string>
}

/**
 * The record of a run while this gate has it. Changes are written in the order of calling, and the run begins with the first of them: a
 * script that calls nothing has no record.
 */
export class RunRecord {
  readonly id: string
  private readonly runs: RunRecording["runs"]
  private readonly withdraw: RunRecording["withdraw"]
  private readonly begin: () => Promise<void>
  private readonly asked: Set<string>
  /** The last change. Absent if the run has not begun. */
  private writing: Promise<void> | undefined
  /** The approvals that the run waits for, once it is suspended. */
  private suspended: AwaitedApprovals | undefined = undefined

  constructor({ runs, withdraw }: RunRecording, run: NewChainRun, { isBegun, asked }: RunRecordOptions) {
    this.id = run.id
    this.runs = runs
    this.withdraw = withdraw
    this.begin = () => Effect.runPromise(runs.begin(run))
    this.asked = new Set(asked)
    this.writing = isBegun ? Promise.resolve() : undefined
  }

  /** Adds an entry. `awaited` is what its call waits for. */
  append(entry: RunEntry, awaited?: AwaitedApprovals): Promise<void> {
    for (const approval of awaited?.approvals ?? []) this.asked.add(approval)
    return this.write(() => Effect.runPromise(this.runs.append(this.id, JSON.stringify(entry), awaited)))
  }

  /** Lets go of the run until an approval is decided. */
  suspend(awaited: AwaitedApprovals): Promise<void> {
    return this.write(async () => {
      await Effect.runPromise(this.runs.suspend(this.id, awaited))
      this.suspended = awaited
    })
  }

  /**
   * Leaves the run as its script has ended. `pending`: suspended, if that came in time. `as before`: it goes on in another gate. `over`:
   * it never goes on. Whoever has resumed a suspended run by now has it, and it is left alone.
   */
  async leave(how: "pending" | "as before" | "over"): Promise<void> {
    if (this.writing === undefined) return
    await this.writing.catch(() => {})
    if (this.suspended !== undefined && (how === "pending" || !(await this.takeBack(this.suspended)))) return
    await Effect.runPromise(Effect.ignore(how === "as before" ? this.runs.giveBack(this.id) : this.end))
  }

  /** Forgets the run, and withdraws what nobody has decided, unless another gate has the run by now. */
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

/** Returns a run that begins. */
export const newRun = (
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
