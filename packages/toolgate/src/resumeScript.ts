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
 * Runs the script of a waiting call again, and answers its earlier calls from its record. `found` is the waiting call; its decision reaches
 * the script once a person has made it.
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
      // If the script has ended, an undecided question is withdrawn.
      onSuccess: (run) => run ?? (found.refusal?.why === "Cancelled" ? over : (found.refusal ?? over)),
      onFailure: ({ message }) => refused("StoreUnavailable", `Cannot resume the script: ${message}`)
    })
  )
  const taken = await unlessEnded(taking, deadline, options.signal)
  if (taken === late || taken === cancelled) {
    // Releases what the store returns after the caller has given up.
    void taking.then(
      (run) => (isRun(run) ? Effect.runPromise(Effect.ignore(runs.giveBack(run.id))) : undefined),
      () => {}
    )
    return refuse(taken)
  }
  if (taken === "held") return refuse(held)
  if (taken === "changed") return refuse(changed)
  if (!isRun(taken)) return refuse(taken)
  // The resumed call is not deferred again.
  const { defer: _, ...context } = taken.context
  const extended = ScriptRuns.resume({ runs, approvals: Context.getOrUndefined(services, Approvals) }, taken)
  const answer = await dispatchPromise(taken.call, { ...context, deadline }, { ...options, extended })
  // A call with this ID is already running.
  await Effect.runPromise(Effect.ignore(extended.release() ?? Effect.void))
  return answer
}

/** Waits for an answer, or until the waiting call ends. */
const unlessEnded = async <A>(
  answer: Promise<A>,
  deadline: number | undefined,
  signal: AbortSignal | undefined
): Promise<A | Refused> => {
  const ended = Promise.withResolvers<Refused>()
  const cancel = () => ended.resolve(cancelled)
  const ms = deadline === undefined ? undefined : deadline - Date.now()
  const clock = ms !== undefined && ms <= longestTimer ? setTimeout(() => ended.resolve(late), ms) : undefined
  // The gate refuses a `signal` of another type.
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

// Timers of the platform that are set to more than this fire immediately.
const longestTimer = 2 ** 31 - 1

const late = refused("TimedOut", "The script was not resumed before the deadline. Its state is unchanged.")
const cancelled = refused(
  "Cancelled",
  "The call was cancelled before the script was resumed. The state of the script is unchanged."
)
const held = refused("PolicyDenied", "Cannot resume the script: it is already running.")
const over = refused("PolicyDenied", "Cannot resume the script: it has ended, or was recorded by another gate.")
const changed = refused(
  "PolicyDenied",
  "Cannot resume the script: its stored record was tampered with. Check what the script did before you run it again."
)
