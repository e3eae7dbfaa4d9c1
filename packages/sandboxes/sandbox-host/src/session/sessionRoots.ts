import { readdirSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tried } from "@toolgate/processes"

/** The beginning of the names of folders in which gates keep the files of sessions. */
export const rootPrefix = "toolgate-sessions-"

/** Returns the folder for the temporary files of this machine, with links followed. */
export const temporaryParent = (): string => tried(() => realpathSync(tmpdir())) ?? tmpdir()

/** Returns the folders in which this and other gates keep the files of sessions. */
export const sessionRoots = (parent: string): ReadonlyArray<string> =>
  (tried(() => readdirSync(parent)) ?? [])
    .filter((name) => name.startsWith(rootPrefix))
    .map((name) => join(parent, name))
