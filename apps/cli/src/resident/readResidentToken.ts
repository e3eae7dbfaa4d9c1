import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { explainFileError } from "@toolgate/core"
import { findOwnerFault } from "./findFileFault.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"

/** Reads the token of a resident gate. Throws if the file is not this user's alone. */
export const readResidentToken = (path: string): string => {
  const unusable = (fault: string) => new ResidentUnavailable(`The token of the resident gate, "${path}", ${fault}.`)
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (cause) {
    throw unusable(`cannot be read: ${explainFileError(cause, "read")}`)
  }
  try {
    const found = fstatSync(file)
    const fault = found.isFile() ? findOwnerFault(found) : "is not a file"
    if (fault !== undefined) throw unusable(fault)
    return readFileSync(file, "utf8")
  } finally {
    closeSync(file)
  }
}
