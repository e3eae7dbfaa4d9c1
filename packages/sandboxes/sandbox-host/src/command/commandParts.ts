import type { CommandImplementation, PermissionRequest, Permit } from "@toolgate/core"
import type { ProcessParts } from "@toolgate/processes"
import { commandEnvironment } from "../confinement/commandEnvironment.ts"
import type { CommandHost } from "./CommandHost.ts"

/** What a command's process is started from, but for what confines it. */
export const commandParts = (
  { environment, systemPaths }: Pick<CommandHost, "environment" | "systemPaths">,
  { request, grant }: Permit,
  { input }: CommandImplementation,
  words: ReadonlyArray<string>
): Omit<ProcessParts, "confine"> => ({
  words,
  environment: {
    ...commandEnvironment(environment, grant.access, grant.confinement === "required" ? systemPaths : undefined),
    [idempotencyKey]: idempotencyKeyOf(request)
  },
  workingFolder: request.context.workspace,
  input: input === "stdin" ? { text: JSON.stringify(request.args) } : "nothing",
  channel: undefined
})

/** The same for every attempt at the same effect. */
export const idempotencyKeyOf = ({ callId, idempotencyKey }: PermissionRequest): string => idempotencyKey ?? callId

/** Where a program finds that key. */
const idempotencyKey = "TOOLGATE_IDEMPOTENCY_KEY"
