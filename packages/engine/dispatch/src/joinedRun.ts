import { createHash } from "node:crypto"
import {
  type Args,
  type ChainRuns,
  canonicalJson,
  type Gated,
  type Refused,
  type RegisteredTool,
  refused
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
  { join }: ChainRuns["Service"],
  flight: CallInFlight,
  { definition: { name } }: RegisteredTool,
  args: Args
): Gated<Args> => {
  const { session, principal, workspace, caller } = flight.context
  const within = flight.deferral?.joinsEarlier === true ? null : session
  const facts = canonicalJson([within, principal, workspace, caller.kind, name, args])
  const equal = createHash("sha256").update(facts).digest("hex")
  flight.equal = equal
  const joined = Effect.matchEffect(join(equal), {
    onFailure: ({ message }) =>
      Effect.fail(refused("StoreUnavailable", `Whether the script was suspended is not known: ${message}`)),
    onSuccess: (run): Effect.Effect<Args, Refused> => {
      if (run === "held") return Effect.fail(held)
      // A record that cannot be trusted is no reason to run the script again from its beginning: what it did is not known.
      if (run === "changed") return Effect.fail(changed)
      if (run === undefined) return Effect.succeed(args)
      flight.goOn({ run, isHeld: true, goesOn: false })
      return Effect.succeed((run.call.args ?? args) as Args)
    }
  })
  // A call that ends meanwhile gives back the run.
  return Effect.uninterruptible(joined)
}

const held = refused("PolicyDenied", "The script was suspended, and is running again by now. Wait for its answer.")

const changed = refused(
  "PolicyDenied",
  "The script was suspended, and cannot go on: its stored record was changed. Find out what it has done before you run it again."
)
