import { createHash } from "node:crypto"
import {
  type Args,
  type ChainRuns,
  canonicalJson,
  type Gated,
  type Refused,
  type RegisteredTool,
  refused,
  type StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { CallInFlight } from "./CallInFlight.ts"

/**
 * Whether a call may repeat one whose script is suspended: it says so (`joinsEarlier`), and its tool runs scripts whose calls are
 * recorded.
 */
export const mayJoinRun = ({ deferral, resumes }: CallInFlight, { implementations }: RegisteredTool): boolean =>
  resumes === undefined &&
  (deferral?.joinsEarlier ?? false) !== false &&
  implementations.some((one) => one.kind === "script" && one.broker !== undefined)

/** Has a call go on with the run of an equal one, if that is suspended. Returns the arguments with which it runs. */
export const joinRun = (
  { join, giveBack }: ChainRuns["Service"],
  flight: CallInFlight,
  { definition: { name } }: RegisteredTool,
  args: Args
): Gated<Args> => {
  const { session, principal, workspace, caller } = flight.context
  const within = flight.deferral?.joinsEarlier === true ? null : session
  const facts = canonicalJson([within, principal, workspace, caller.kind, name, args])
  const equal = createHash("sha256").update(facts).digest("hex")
  flight.equal = equal
  const goOn = (run: Joined): Effect.Effect<Args, Refused> => {
    if (run === "held") return Effect.fail(held)
    // A record that cannot be trusted is no reason to run the script again from its beginning: what it did is not known.
    if (run === "changed") return Effect.fail(changed)
    if (run === undefined) return Effect.succeed(args)
    flight.goOn({ run, isHeld: true, goesOn: false })
    return Effect.succeed((run.call.args ?? args) as Args)
  }
  return Effect.callback((resume) => {
    let hasEnded = false
    // A call that ends meanwhile does not wait for the store, and gives back the run that it then gets.
    flight.runFork(join(equal)).addObserver((exit) => {
      if (!hasEnded)
        resume(exit._tag === "Success" ? goOn(exit.value) : Effect.mapError(Effect.failCause(exit.cause), unavailable))
      else if (exit._tag === "Success" && typeof exit.value === "object")
        flight.runFork(Effect.ignore(giveBack(exit.value.id)))
    })
    return Effect.sync(() => {
      hasEnded = true
    })
  })
}

type Joined = Effect.Success<ReturnType<ChainRuns["Service"]["join"]>>

const unavailable = ({ message }: StoreUnavailable): Refused =>
  refused("StoreUnavailable", `Whether the script was suspended is not known: ${message}`)

const held = refused("PolicyDenied", "The script was suspended, and is running again by now. Wait for its answer.")

const changed = refused(
  "PolicyDenied",
  "The script was suspended, and cannot go on: its stored record was changed. Find out what it has done before you run it again."
)
