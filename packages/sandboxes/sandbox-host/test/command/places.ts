import { makeProcessHost, type ProcessHost } from "@toolgate/processes"
import * as Effect from "effect/Effect"

type Places = ReturnType<ProcessHost["cgroups"]>["places"]

/** Where this machine's cgroups can hold a command. */
export const places: Places = Effect.runSync(makeProcessHost).cgroups().places
