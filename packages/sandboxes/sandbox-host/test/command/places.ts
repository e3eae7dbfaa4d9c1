import { makeProcessHost, type ProcessHost } from "@toolgate/processes"
import * as Effect from "effect/Effect"

type Places = ReturnType<ProcessHost["cgroups"]>["places"]

/** The cgroups of this machine that can contain a command. */
export const places: Places = Effect.runSync(makeProcessHost).cgroups().places
