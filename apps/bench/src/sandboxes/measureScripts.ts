import type { Family } from "../Case.ts"
import { callFreshWorker } from "./callFreshWorker.ts"
import { allLimits, makeCalls, requireSuccess } from "./measureCalls.ts"
import { writeTemporaryFile } from "./modules.ts"
import { openWasm } from "./openWasm.ts"

/** Measures calls of a trivial script: in the pool, and in a separate worker without limits. */
export const measureScripts = async (): Promise<Family> => {
  const { sandbox, close } = await openWasm()
  const script = writeTemporaryFile("one.js", "export default () => 1 + 1")
  const called = { export: "default", settings: {}, calls: 0 } as const
  const guest = { kind: "script", script, ...called, clock: "host", random: "host" } as const
  const call = makeCalls(sandbox, { implementations: [guest] }, allLimits)
  await call()
  const worker = "a fresh worker for each script"
  const pooled = "a script in the pool, all limits"
  return {
    name: "sandboxes.scripts",
    title: "A call of a trivial script",
    cases: [
      { name: pooled, run: requireSuccess(call), times: 5 },
      {
        name: worker,
        run: callFreshWorker(`require("node:worker_threads").parentPort.postMessage(1 + 1)`, undefined),
        times: 2,
        rounds: 20
      }
    ],
    figures: (measured) => [measured.figure(worker), measured.figure(pooled, worker, 1 / 20)],
    close
  }
}
