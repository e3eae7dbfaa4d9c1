import { sep } from "node:path"

/** Returns the path of names beneath a folder, each name inside the one before. */
export const joined = (folder: string, ...names: ReadonlyArray<string>): string =>
  names.length === 0 || folder.endsWith(sep) ? folder + names.join(sep) : folder + sep + names.join(sep)
