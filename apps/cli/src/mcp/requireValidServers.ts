import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import { addServers } from "./install/editMcpConfig.ts"
import type { ChosenServer } from "./readChosenServers.ts"

/**
 * Fails if one of the servers is invalid in a `mcp.yaml`, before packages are installed. Names the server, because it has no line in the
 * file yet.
 */
export const requireValidServers = (
  servers: ReadonlyArray<ChosenServer>,
  path: string
): Effect.Effect<void, WrongUse> =>
  Effect.forEach(
    servers,
    ({ name, draft }) =>
      "obstacle" in draft
        ? Effect.void
        : addServers(undefined, path, [{ name, draft }]).pipe(
            Effect.mapError(
              ({ problems }) =>
                new WrongUse({
                  message: `The server "${name}" cannot be added: ${problems.map(({ message }) => message).join(", and ")}.`
                })
            )
          ),
    { discard: true }
  )
