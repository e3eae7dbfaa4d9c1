import { statSync } from "node:fs"
import { dirname, join } from "node:path"
import { homeFolder, policyPath } from "@toolgate/policy-files"
import { stateFolder } from "../stateFolder.ts"
import { WrongUse } from "../WrongUse.ts"

/** The folders of plugins, and the places where their settings and their copies are kept. */
export interface PluginPlaces {
  readonly folders: ReadonlyArray<string>
  readonly settings: string
  readonly state: string
}

/** Returns the places of the plugins in these folders, each of which has to be there. */
export const pluginPlaces = (folders: ReadonlyArray<string>): PluginPlaces | WrongUse => {
  const absent = folders.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
  if (absent !== undefined)
    return new WrongUse({
      message: `There is no folder "${absent}" of plugins; name an existing folder with "--plugins".`
    })
  const home = homeFolder()
  if (home === undefined)
    return new WrongUse({
      message: "The system knows no home folder of this user, where the settings of plugins would be; use no plugins."
    })
  return { folders, settings: join(dirname(policyPath(home)), "plugins"), state: stateFolder(".") }
}
