import { isAbsolute, join } from "node:path"
import { getStateFolder } from "../getStateFolder.ts"
import { findFolderFault } from "./findFileFault.ts"

/**
 * Returns the folder of the user's resident gate: in `XDG_RUNTIME_DIR`, else in `/run/user/UID`, else in the state directory. A
 * runtime folder that is a link, belongs to another user or is open to others is passed over.
 */
export const findResidentFolder = (
  runtime: string | undefined = process.env.XDG_RUNTIME_DIR,
  user: number | undefined = process.getuid?.()
): string => {
  const candidates = [runtime, user === undefined ? undefined : `/run/user/${user}`]
  const found = candidates.find(
    (folder) => folder !== undefined && isAbsolute(folder) && findFolderFault(folder) === undefined
  )
  return found === undefined ? getStateFolder("resident") : join(found, "toolgate")
}
