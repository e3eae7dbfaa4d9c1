import type { CommandImplementation } from "@toolgate/core"
import { literal } from "./literal.ts"

/** Returns the problems of the variables that a command gets. */
export const variableProblems = (env: unknown): ReadonlyArray<string> => {
  if (typeof env !== "object" || env === null || Array.isArray(env))
    return ['the "env" of a command must map names to texts']
  return Object.entries(env).flatMap(([name, value]) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      return [`the variable ${literal(name)} must have a name of letters, digits and "_"`]
    if (typeof value !== "string" || value.includes("\0")) return [`the variable "${name}" must be a text`]
    return readByLauncher.test(name)
      ? [`the variable "${name}" is read before the program is confined: set it with the program "env" in "argv"`]
      : []
  })
}

// The loader and the shell that start a confined program are outside of its confinement, and get its environment.
const readByLauncher =
  /^(?:(?:LD|DYLD|GLIBC|MALLOC|BASH)_.*|GCONV_PATH|LOCPATH|NLSPATH|ENV|IFS|PS4|SHELLOPTS|BASHOPTS|ZDOTDIR)$/

/** Returns the problems of the folder of a command's own files. */
export const folderProblems = (
  folder: unknown,
  argv: unknown,
  input: CommandImplementation["input"]
): ReadonlyArray<string> => {
  const program: unknown = Array.isArray(argv) ? argv[0] : undefined
  const isInFolder = typeof program === "string" && program.startsWith("./")
  if (folder === undefined)
    return isInFolder && input === "words"
      ? [`the program ${literal(program)} lies in a folder of the tool: name it under "folder"`]
      : []
  if (typeof folder !== "string" || !/^(?:\/[^/\0]+)+$/.test(folder) || /\/\.{1,2}(?:\/|$)/.test(folder))
    return [`the "folder" of a command must be an absolute path without "." and "..", not ${literal(folder)}`]
  return isInFolder && /\/\.\.(?:\/|$)/.test(program)
    ? [`the program ${literal(program)} must lie in the folder of the tool`]
    : []
}
