import { homedir } from "node:os"
import { resolve } from "node:path"
import { isBeneath } from "@toolgate/core/access"
import { getStateFolder } from "./getStateFolder.ts"

/**
 * Whether the operating system refused a file that the user named, or one in the command's folder, the home or the state folder. Any other
 * error with a path is a bug, such as a missing file of this program.
 */
export const isFileError = (
  error: unknown,
  words: ReadonlyArray<string>
): error is NodeJS.ErrnoException & { readonly path: string } => {
  if (!(error instanceof Error) || !("errno" in error && "syscall" in error && "path" in error)) return false
  const { errno, syscall, path } = error
  if (typeof errno !== "number" || typeof syscall !== "string" || typeof path !== "string") return false
  const at = resolve(path)
  const named = words.flatMap((word) => [word, word.slice(word.indexOf("=") + 1).replace(/^[a-z]+:/, "")])
  if (named.some((word) => word !== "" && isBeneath(at, resolve(word)))) return true
  return (
    !isBeneath(at, ownFolder) && [process.cwd(), homedir(), getStateFolder(".")].some((folder) => isBeneath(at, folder))
  )
}

/** The folder of this program. */
const ownFolder = resolve(import.meta.dirname, "..")
