import {
  type CommandImplementation,
  type Gated,
  type Permit,
  type Ran,
  type ResourceLimits,
  ready,
  refuse,
  startable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { CommandHost } from "./CommandHost.ts"
import { CommandRun } from "./CommandRun.ts"
import { programWords } from "./programWords.ts"
import { systemMounts } from "./systemMounts.ts"

/** Refuses what cannot be run as it was granted; the inner effect runs the command. */
export const prepareCommand = (
  host: CommandHost,
  permit: Permit,
  command: CommandImplementation,
  wallMs: number
): Gated<Gated<Ran>> => {
  const { request, grant } = permit
  const words = programWords(command, request.args)
  if ("_tag" in words) return Effect.fail(words)
  const unheld = unboundedIn(grant.limits)
  if (unheld !== undefined) return badLimit(permit, unheld)
  const run = ready(
    startable<Ran>((ended) => {
      const run = new CommandRun(host, permit, command, words, wallMs, ended)
      request.context.onStop(run)
      run.start()
    })
  )
  if (grant.confinement !== "required") return run
  const { bubblewrap } = host
  const answer = () => (bubblewrap.problem === undefined ? run : unconfinable(permit, bubblewrap.problem))
  if (bubblewrap.isTried) return answer()
  const tried = () => bubblewrap.tried(() => systemMounts(host.systemPaths, "unlimited", []))
  return Effect.flatMap(Effect.promise(tried), answer)
}

const unboundedIn = ({ cpuMs, memoryBytes, processes }: ResourceLimits): string | undefined =>
  Object.entries({ cpuMs, memoryBytes, processes }).find(([, bound]) => bound !== "unlimited" && !(bound > 0))?.[0]

const badLimit = ({ request }: Permit, limit: string) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was granted a limit that cannot be held: "${limit}" has to be a number above 0, or unlimited.`,
    {
      limit
    }
  )

const unconfinable = ({ request }: Permit, problem: string) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" has to run confined and bubblewrap cannot be used here, because ${problem}: install bubblewrap where it may make user namespaces, or say "unconfined: true" for the tool in the policy.`,
    { sandbox: "host", confinement: "required" }
  )
