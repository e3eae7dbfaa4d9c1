import type { CommandImplementation, PermissionRequest, Permit } from "@toolgate/core"
import { type ProcessParts, removeWritableFolders } from "@toolgate/processes"
import { buildCommandEnvironment } from "../confinement/buildCommandEnvironment.ts"
import type { CommandHost } from "./CommandHost.ts"

/** Returns everything that is needed to start a command's process, except its confinement. */
export const buildProcessParts = (
  { environment, systemPaths }: Pick<CommandHost, "environment" | "systemPaths">,
  permit: Permit,
  { input, env }: CommandImplementation,
  words: ReadonlyArray<string>
): Omit<ProcessParts, "confine"> => {
  const { request, grant } = permit
  const variables = {
    ...buildCommandEnvironment(environment, grant.access, grant.confinement === "required" ? systemPaths : undefined),
    ...env
  }
  return {
    words,
    environment: {
      ...variables,
      PATH: removeWritableFolders(variables.PATH ?? "", request.context.workspace, grant.access.files),
      [idempotencyKey]: getIdempotencyKey(request)
    },
    workingFolder: request.context.workspace,
    input: input === "stdin" ? { text: JSON.stringify(request.args) } : "nothing",
    channel: undefined
  }
}

/** Returns the idempotency key, which is the same for every attempt at the same effect. */
export const getIdempotencyKey = ({ callId, idempotencyKey }: PermissionRequest): string => idempotencyKey ?? callId

/** The environment variable with the idempotency key. */
const idempotencyKey = "TOOLGATE_IDEMPOTENCY_KEY"
