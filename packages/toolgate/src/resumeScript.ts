import { ScriptRuns } from "@toolgate/chain/runs"
import {
  Approvals,
  type ChainRun,
  ChainRuns,
  type Refused,
  type ResumableCall,
  refused,
  type ToolExecution
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Runs the script again whose call waits for an approval. The calls that it made are answered from its record. `found` is the call
 * that waits: what has been decided about it is for the script to hear, once it has been decided.
 */
export const resumeScript = async (
  services: Context.Context<ToolDispatchEngine>,
  approval: string,
  found: ResumableCall,
  deadline: number | undefined,
  options: DispatchOptions
): Promise<ToolExecution> => {
  const { dispatchPromise } = Context.get(services, ToolDispatchEngine)
  const refuse = (refusal: Refused) =>
    dispatchPromise(found.call, { ...found.context, deadline }, { ...options, approval, refusal })
  const runs = Context.getOrUndefined(services, ChainRuns)
  if (options.refusal !== undefined) return refuse(options.refusal)
  if (found.refusal?.pending !== undefined) return refuse(found.refusal)
  if (runs === undefined) return refuse(found.refusal ?? over)
  const taking = Effect.runPromise(
    Effect.match(runs.take(approval), {
      // What nobody has decided is withdrawn where the script has ended.
      onSuccess: (run) => run ?? (found.refusal?.why === "Cancelled" ? over : (found.refusal ?? over)),
      onFailure: ({ message }) => refused("StoreUnavailable", `The script cannot be resumed: ${message}`)
    })
  )
  const taken = await unlessEnded(taking, deadline, options.signal)
  if (taken === late || taken === cancelled) {
    // The store may take its time. What it gives now, nobody waits for any more.
    void taking.then(
      (run) => (isRun(run) ? Effect.runPromise(Effect.ignore(runs.giveBack(run.id))) : undefined),
      () => {}
    )
    return refuse(taken)
  }
  if (taken === "held") return refuse(held)
  if (taken === "changed") return refuse(changed)
  if (!isRun(taken)) return refuse(taken)
  // The call itself is not deferred again.
  const { defer: _, ...context } = taken.context
  const extended = ScriptRuns.resume({ runs, approvals: Context.getOrUndefined(services, Approvals) }, taken)
  const answer = await dispatchPromise(taken.call, { ...context, deadline }, { ...options, extended })
  // A call of the same id is in flight.
  await Effect.runPromise(Effect.ignore(extended.release() ?? Effect.void))
  return answer
}

/** Waits for an answer, or for the end of the call that waits. */
const unlessEnded = async <A>(
  answer: Promise<A>,
  deadline: number | undefined,
  signal: AbortSignal | undefined
): Promise<A | Refused> => {
  const ended = Promise.withResolvers<Refused>()
  const cancel = () => ended.resolve(cancelled)
  const ms = deadline === undefined ? undefined : deadline - Date.now()
  const clock = ms !== undefined && ms <= longestTimer ? setTimeout(() => ended.resolve(late), ms) : undefined
  // A signal that is none is refused by the gate.
  const listened = signal instanceof AbortSignal ? signal : undefined
  listened?.addEventListener("abort", cancel)
  try {
    return await Promise.race([answer, ended.promise])
  } finally {
    clearTimeout(clock)
    listened?.removeEventListener("abort", cancel)
  }
}

const isRun = (taken: ChainRun | Refused | "held" | "changed"): taken is ChainRun =>
  typeof taken === "object" && !("_tag" in taken)

// A timer of the platform that is set to more than this fires at once.
const longestTimer = 2 ** 31 - 1

const late = refused("TimedOut", "The script was not resumed before its caller's deadline, and is as it was.")
const cancelled = refused("Cancelled", "The call was cancelled before the script was resumed. The script is as it was.")
const held = refused("PolicyDenied", "The script cannot be resumed: it is already running again.")
const over = refused("PolicyDenied", "The script cannot be resumed: it has ended, or was not recorded here.")
const changed = refused(
  "PolicyDenied",
  "The script cannot be resumed: its stored record was changed. Find out what it has done before you run it again."
)
