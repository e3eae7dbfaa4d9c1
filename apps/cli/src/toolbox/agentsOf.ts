import { dirname, resolve } from "node:path"
import type { RoutingSettings } from "@toolgate/toolbox"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import type { ToolboxChoice } from "./toolboxChoice.ts"
import { toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"
import { toolboxSettings } from "./toolboxSettings.ts"

type Agents = NonNullable<RoutingSettings["agents"]>

/**
 * Returns the agents of the settings, if the chosen tools start any. The paths of an agent's policy, and of what it sees, begin in the
 * folder of the file.
 */
export const agentsOf = Effect.fnUntraced(function* (
  given: ToolboxSettingsFlag,
  choice: ToolboxChoice,
  policy: unknown
) {
  const toolbox = yield* toolboxHere
  if (!choice(toolbox).wanted.some((name) => toolbox.entryOf.get(name) === "routing")) return {}
  const { settings, file } = yield* toolboxSettings(given)
  // A section that is left out starts no agent, because its tools are not there.
  const { agents = {} } = (settings.routing ?? {}) as RoutingSettings
  const own = Object.entries(agents).find(([, agent]) => agent.policy !== undefined)
  if (policy === "host" && own !== undefined)
    return yield* new WrongUse({
      message: `The agent "${own[0]}" in ${file} has a policy of its own, which narrows a policy of files: leave "--policy host" out.`
    })
  return Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, placedIn(dirname(file), agent)]))
})

const placedIn = (folder: string, { policy, confinement, ...agent }: Agents[string]): Agents[string] => ({
  ...agent,
  ...(policy === undefined ? {} : { policy: resolve(folder, policy) }),
  ...(confinement === undefined ? {} : { confinement: seenFrom(folder, confinement) })
})

const seenFrom = (folder: string, confinement: NonNullable<Agents[string]["confinement"]>) =>
  confinement === "none" || confinement.files === undefined
    ? confinement
    : { ...confinement, files: confinement.files.map((one) => ({ ...one, path: resolve(folder, one.path) })) }
