import type { ExecutionGrant } from "@toolgate/core"
import { type Confiner, HostEnvironment, HostSystemPaths, type ProcessSpec } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import { trialWords } from "./confinement/bubblewrapWords.ts"
import { commandEnvironment } from "./confinement/commandEnvironment.ts"
import { GrantConfinement } from "./confinement/GrantConfinement.ts"

/** The parts of a process's specification that a grant decides. */
export type ProcessUnder = Pick<ProcessSpec, "environment" | "limits" | "confinement">

/**
 * Returns the parts of a `Processes.start` specification (`@toolgate/processes`) that hold a process under a grant as a
 * command of that grant is held. Each process started with the result has a confinement of its own, made when the
 * process is started. Reads `HostEnvironment` and `HostSystemPaths`.
 */
export const processUnder = (
  grant: Pick<ExecutionGrant, "confinement" | "limits" | "access">
): Effect.Effect<ProcessUnder> =>
  Effect.gen(function* () {
    const [environment, systemPaths] = [yield* HostEnvironment, yield* HostSystemPaths]
    const isConfined = grant.confinement === "required"
    return {
      environment: commandEnvironment(environment, grant.access, isConfined ? systemPaths : undefined),
      limits: grant.limits,
      confinement: isConfined ? confinerOf(grant, systemPaths) : "none"
    }
  })

const confinerOf = (
  grant: Pick<ExecutionGrant, "limits" | "access">,
  systemPaths: ReadonlyArray<string>
): Confiner => ({
  confine: (workingFolder, isStopped) => GrantConfinement.of({ grant, workingFolder }, systemPaths, isStopped),
  trialWords: () => trialWords(systemPaths),
  remedy: "grant it the folder that it is in and give its path, or name that folder among the system paths"
})
