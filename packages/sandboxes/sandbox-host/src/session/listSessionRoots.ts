import { readdirSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tryOrUndefined } from "@toolgate/processes"

/** The name prefix of folders in which gates store session files. */
export const rootPrefix = "toolgate-sessions-"

/** Returns the real path of this machine's temporary folder. */
export const getTemporaryFolder = (): string => tryOrUndefined(() => realpathSync(tmpdir())) ?? tmpdir()

/** Returns the session folders of all gates on this machine. */
export const listSessionRoots = (parent: string): ReadonlyArray<string> =>
  (tryOrUndefined(() => readdirSync(parent)) ?? [])
    .filter((name) => name.startsWith(rootPrefix))
    .map((name) => join(parent, name))
