import { explainFileError } from "@toolgate/core"
import { makeFolder } from "@toolgate/local-secrets"
import { findFolderFault } from "./findFileFault.ts"
import { getResidentPlace, type ResidentPlace } from "./ResidentPlace.ts"
import { ResidentUnavailable } from "./ResidentUnavailable.ts"

/** Makes the folder of a resident gate if it is missing. Rejects if the folder is not this user's alone. */
export const prepareResidentFolder = async (folder: string): Promise<ResidentPlace> => {
  await makeFolder(folder).catch((cause) => {
    throw new ResidentUnavailable(
      `The folder of the resident gate, "${folder}", cannot be made: ${explainFileError(cause, "write")}.`
    )
  })
  return checkResidentFolder(folder)
}

/** Returns the files in the folder of a resident gate. Throws if the folder is not this user's alone, or its path is too long. */
export const checkResidentFolder = (folder: string): ResidentPlace => {
  const fault = findFolderFault(folder)
  if (fault !== undefined)
    throw new ResidentUnavailable(`The folder of the resident gate, "${folder}", ${fault}. Remove it, and try again.`)
  const place = getResidentPlace(folder)
  const length = Buffer.byteLength(place.socket)
  if (length > longestSocketPath)
    throw new ResidentUnavailable(
      `The path of the resident gate's socket, "${place.socket}", has ${length} bytes, and a socket may have ${longestSocketPath}. Choose a shorter folder with "--folder".`
    )
  return place
}

/** The longest path of a socket on Linux and macOS, without the byte at its end. */
const longestSocketPath = process.platform === "darwin" ? 103 : 107
