import { realpathSync } from "node:fs"
import { type CommandImplementation, type Gated, type Permit, quoted, type Run, refuse, refused } from "@toolgate/core"
import { findInvalidLimit, tryOrUndefined } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import { buildTrialWords } from "../confinement/buildBubblewrapWords.ts"
import { getIdempotencyKey } from "./buildProcessParts.ts"
import { buildProgramWords } from "./buildProgramWords.ts"
import type { CommandHost } from "./CommandHost.ts"
import { CommandRun } from "./CommandRun.ts"

/** Prepares the run of a command. Refuses a command that cannot run as granted. */
export const prepareCommand = (
  host: CommandHost,
  permit: Permit,
  command: CommandImplementation,
  wallMs: number
): Gated<Run> => {
  const { request, grant } = permit
  const folder = command.folder === undefined ? undefined : realFolder(command.folder)
  if (command.folder !== undefined && folder === undefined) return noFolder(permit, command.folder)
  const words = buildProgramWords({ ...command, folder }, request.args)
  if ("_tag" in words) return Effect.fail(words)
  if (getIdempotencyKey(request).includes("\0")) return Effect.fail(nulInKey)
  const unheld = findInvalidLimit(grant.limits)
  if (unheld !== undefined) return badLimit(permit, unheld)
  const run = Effect.succeed(new CommandRun(host, permit, { ...command, folder }, words, wallMs))
  if (grant.confinement !== "required") return run
  const { bubblewrap } = host
  const answer = () => {
    const refusal = bubblewrap.refusal('say "unconfined: true" for the tool in the policy')
    return refusal === undefined ? run : notConfined(permit, refusal)
  }
  if (bubblewrap.isTried) return answer()
  const tryOrUndefined = () => bubblewrap.tried(() => buildTrialWords(host.systemPaths))
  return Effect.flatMap(Effect.promise(tryOrUndefined), answer)
}

// Mount paths must not contain links.
const realFolder = (path: string): string | undefined => tryOrUndefined(() => realpathSync(path)) ?? undefined

const noFolder = ({ request }: Permit, folder: string) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" cannot run: its folder ${quoted(folder, 200)} does not exist.`
  )

const badLimit = ({ request }: Permit, limit: string) =>
  refuse(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" has an invalid limit: "${limit}" must be a number above 0, or "unlimited".`,
    {
      limit
    }
  )

const notConfined = ({ request }: Permit, refusal: string) =>
  refuse("SandboxUnavailable", `Tool "${request.tool.name}" ${refusal}.`, { sandbox: "host", confinement: "required" })

const nulInKey = refused("InvalidArgs", "The call's id or idempotency key contains a NUL character.")
