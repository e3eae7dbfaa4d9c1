import type { ExecutionGrant } from "@toolgate/core"
import { type Confiner, HostEnvironment, HostSystemPaths, type ProcessSpec } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import { buildTrialWords } from "./confinement/buildBubblewrapWords.ts"
import { buildCommandEnvironment } from "./confinement/buildCommandEnvironment.ts"
import { GrantConfinement } from "./confinement/GrantConfinement.ts"

/** The members of a `ProcessSpec` that a grant decides. */
export type GrantedProcessSpec = Pick<ProcessSpec, "environment" | "limits" | "confinement">

/**
 * Returns the members of a `Processes.start` specification (`@toolgate/processes`) that limit a process like a command
 * of this grant. Each start makes a new confinement. Reads `HostEnvironment` and `HostSystemPaths`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { HostEnvironment } from "@toolgate/processes"
 * import { buildProcessSpec } from "@toolgate/sandbox-host"
 * import { makeExecutionGrant } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const build = buildProcessSpec(makeExecutionGrant({ confinement: "waived" }))
 * const gate = { PATH: "/usr/bin", API_TOKEN: "tango-9" }
 * const { confinement, environment } = await Effect.runPromise(Effect.provideService(build, HostEnvironment, gate))
 * assert.equal(confinement, "none")
 * // The grant names no variables of the gate.
 * assert(!JSON.stringify(environment).includes("tango-9"))
 * ```
 */
export const buildProcessSpec = (
  grant: Pick<ExecutionGrant, "confinement" | "limits" | "access">
): Effect.Effect<GrantedProcessSpec> =>
  Effect.gen(function* () {
    const [environment, systemPaths] = [yield* HostEnvironment, yield* HostSystemPaths]
    const isConfined = grant.confinement === "required"
    return {
      environment: buildCommandEnvironment(environment, grant.access, isConfined ? systemPaths : undefined),
      limits: grant.limits,
      confinement: isConfined ? confinerOf(grant, systemPaths) : "none"
    }
  })

const confinerOf = (
  grant: Pick<ExecutionGrant, "limits" | "access">,
  systemPaths: ReadonlyArray<string>
): Confiner => ({
  confine: (workingFolder, isStopped) => GrantConfinement.of({ grant, workingFolder }, systemPaths, isStopped),
  trialWords: () => buildTrialWords(systemPaths),
  remedy: "use its full path and grant its folder, or add that folder to the system paths"
})
