import { ChainRuns, StoreUnavailable } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import {
  appendTo,
  beginRun,
  endRun,
  giveBackRun,
  type RunChange,
  type RunStore,
  suspendUntil
} from "./chains/changeRun.ts"
import { type Head, RunSeal } from "./chains/RunSeal.ts"
import { takeRun } from "./chains/takeRun.ts"
import { Database } from "./Database.ts"
import { writeAgain } from "./writeAgain.ts"

/** The options of a store of script runs. */
export interface ChainRunsOptions {
  /** Returns this gate's time in milliseconds since the epoch. `expiresAt` refers to this clock. */
  readonly now?: () => number
}

/**
 * A layer for `ChainRuns` in a database, which several gates may share. When a gate has ended, another gate can take
 * its run, with every entry whose `append` had ended. All data is sealed with the key, so a change, an exchange or an
 * omission is detected when the run is taken. A rollback of all rows together is not detected.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { ChainRuns } from "@toolgate/core"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { openStore, SqlChainRuns } from "@toolgate/stores"
 * import { makeNewChainRun } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "store-"))
 * const run = makeNewChainRun("1")
 * const program = Effect.gen(function* () {
 *   const { begin, suspend, take } = yield* ChainRuns
 *   yield* begin(run)
 *   yield* suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 })
 *   return [typeof (yield* take("a1")), yield* take("a1")]
 * })
 * const runs = SqlChainRuns.layer(new SecretKey(randomBytes(32)))
 * const store = openStore(join(folder.path, "gate.sqlite"))
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, Layer.provide(runs, store))), ["object", "held"])
 * ```
 */
export const layer = (
  key: SecretKey,
  { now = Date.now }: ChainRunsOptions = {}
): Layer.Layer<ChainRuns, never, Database> =>
  Layer.effect(
    ChainRuns,
    Effect.gen(function* () {
      return runsIn({ database: yield* Database, seal: new RunSeal(key), now }, yield* Effect.scope)
    })
  )

/** A run that this gate owns. */
interface Held {
  readonly one: Semaphore.Semaphore
  head: Head
}

const runsIn = (store: RunStore, scope: Scope): ChainRuns["Service"] => {
  const { database, seal } = store
  const held = new Map<string, Held>()
  const hold = (id: string, head: Head) => void held.set(id, { one: Semaphore.makeUnsafe(1), head })

  const change = (id: string, to: RunChange, keeps: "keeps" | "lets go") =>
    Effect.suspend(() => {
      const run = held.get(id)
      if (run === undefined) return Effect.fail(notHeld)
      const changed = Effect.suspend(() =>
        // Another change may have released the run meanwhile.
        held.get(id) === run ? writeAgain(database, (db) => to(store, db, id, run.head)) : Effect.fail(notHeld)
      )
      return run.one.withPermits(1)(
        Effect.flatMap(changed, (head) => {
          if (head !== undefined) run.head = head
          // This gate may already have taken the run again before the release returns.
          if ((head === undefined || keeps === "lets go") && held.get(id) === run) held.delete(id)
          return head === undefined ? Effect.fail(notHeld) : Effect.void
        })
      )
    }).pipe(Effect.uninterruptible)

  /** Releases a run, and retries if the store is unavailable: no other gate can take the run until then. */
  const letGo = (id: string, to: RunChange) => {
    const changed = change(id, to, "lets go")
    const again = Effect.retry(changed, { while: isUnavailable, schedule: Schedule.spaced("1 second") })
    return Effect.tapError(changed, (error) =>
      isUnavailable(error) ? Effect.forkIn(Effect.ignore(again), scope) : Effect.void
    )
  }

  const take = (way: string) =>
    Effect.map(
      writeAgain(database, (db) => takeRun(store, db, way)),
      (taken) => {
        if (typeof taken !== "object") return taken
        hold(taken.run.id, taken.head)
        return taken.run
      }
    ).pipe(Effect.uninterruptible)

  return {
    begin: (run) =>
      Effect.map(
        writeAgain(database, (db) => beginRun(store, db, run)),
        (head) => hold(run.id, head)
      ).pipe(Effect.uninterruptible),
    append: (id, entry, awaited) => change(id, appendTo(entry, awaited), "keeps"),
    suspend: (id, awaited) => change(id, suspendUntil(awaited), "lets go"),
    take: (approval) => take(seal.way("approval", approval)),
    join: (equal) => take(seal.way("equal call", equal)),
    giveBack: (id) =>
      Effect.catchIf(
        letGo(id, giveBackRun),
        (error) => !isUnavailable(error),
        () => Effect.void
      ),
    end: (id) => letGo(id, endRun)
  }
}

const notHeld = new StoreUnavailable({
  message: "The run of the script does not belong to this gate.",
  cause: undefined
})

const isUnavailable = (error: StoreUnavailable): boolean => error !== notHeld
