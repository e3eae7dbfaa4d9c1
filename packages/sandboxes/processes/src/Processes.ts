import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeProcessHost } from "./ProcessHost.ts"
import type { ProcessNotStarted } from "./ProcessNotStarted.ts"
import { ProcessRun } from "./ProcessRun.ts"
import type { ProcessSpec } from "./ProcessSpec.ts"
import type { RunningProcess } from "./RunningProcess.ts"

/** Starts long-running programs, and limits each together with its children. */
export class Processes extends Context.Service<
  Processes,
  {
    /**
     * Starts a program. Succeeds when the program begins; the caller must then stop it. A failed or interrupted start
     * leaves no process behind.
     */
    readonly start: (spec: ProcessSpec) => Effect.Effect<RunningProcess, ProcessNotStarted>
  }
>()("@toolgate/processes/Processes") {
  /**
   * Reads `ProcessGrace` and `BubblewrapPath`. When the layer is released, all processes are asked to end, and killed
   * after the grace.
   */
  static readonly layer: Layer.Layer<Processes> = Layer.effect(
    Processes,
    Effect.gen(function* () {
      const host = yield* makeProcessHost
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const runs = new Set<ProcessRun>()
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => {
          for (const run of runs) run.stop(host.grace.terminated)
          return Promise.all([...runs].map(({ ended }) => ended))
        })
      )
      return {
        start: (spec) =>
          Effect.callback<RunningProcess, ProcessNotStarted>((resume) => {
            const starter = {
              begun: (started: RunningProcess) => resume(Effect.succeed(started)),
              failed: (failure: ProcessNotStarted) => resume(Effect.fail(failure))
            }
            const run = new ProcessRun(host, spec, starter, runFork)
            runs.add(run)
            run.ended.then(() => runs.delete(run))
            run.start()
            return Effect.promise(() => {
              run.stop(0)
              return run.ended
            })
          })
      }
    })
  )
}
