import { statSync } from "node:fs"
import { dirname, join } from "node:path"
import { getHomeFolder, getPolicyPath } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { getStateFolder } from "../getStateFolder.ts"
import { WrongUse } from "../WrongUse.ts"

/** Checks that the plugin folders exist, and returns them with the folders for settings and copies. */
export const findPluginFolders = Effect.fnUntraced(function* (folders: ReadonlyArray<string>) {
  const absent = folders.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
  if (absent !== undefined)
    return yield* new WrongUse({
      message: `The plugin folder "${absent}" does not exist. Pass an existing folder with "--plugins".`
    })
  const home = getHomeFolder()
  if (home === undefined)
    return yield* new WrongUse({
      message:
        "This user has no home folder, where the settings of plugins would be. Set HOME, or leave out the plugins."
    })
  return { folders, settings: join(dirname(getPolicyPath(home)), "plugins"), state: getStateFolder(".") }
})
