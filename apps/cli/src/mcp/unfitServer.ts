import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import type { ChosenServer } from "./chosenServers.ts"
import { withServers } from "./install/editMcpConfig.ts"

/**
 * Fails if one of the servers is invalid in a `mcp.yaml`, before packages are installed. Names the server, because it has no line in the
 * file yet.
 */
export const orUnfit = (servers: ReadonlyArray<ChosenServer>, path: string): Effect.Effect<void, WrongUse> =>
  Effect.forEach(
    servers,
    ({ name, draft }) =>
      "obstacle" in draft
        ? Effect.void
        : withServers(undefined, path, [{ name, draft }]).pipe(
            Effect.mapError(
              ({ problems }) =>
                new WrongUse({
                  message: `The server "${name}" cannot be added: ${problems.map(({ message }) => message).join(", and ")}.`
                })
            )
          ),
    { discard: true }
  )
