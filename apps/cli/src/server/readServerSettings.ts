import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { getHomeFolder, getPolicyPath } from "@toolgate/policy-files"
import { loadServerSettings, type ServerSettings } from "@toolgate/server/settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WrongUse } from "../WrongUse.ts"

/** Returns the path of the user's settings, beside their policy. */
export const getSettingsPath = (): string | undefined => {
  const home = getHomeFolder()
  return home === undefined ? undefined : join(dirname(getPolicyPath(home)), "server.yaml")
}

/** Reads the settings in a named file, or in the user's own if there is one. */
export const readServerSettings = (named: Option.Option<string>): Effect.Effect<ServerSettings, WrongUse> =>
  Effect.suspend(() => {
    const own = getSettingsPath()
    const path = Option.getOrElse(named, () => (own !== undefined && existsSync(own) ? own : undefined))
    if (path === undefined) return Effect.succeed({ hosts: [], origins: [], limits: {}, webhooks: [] })
    return Effect.mapError(loadServerSettings(path), ({ message }) => new WrongUse({ message }))
  })
