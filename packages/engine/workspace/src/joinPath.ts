import { sep } from "node:path"

/** Joins a folder and names into a path. */
export const joinPath = (folder: string, ...names: ReadonlyArray<string>): string =>
  names.length === 0 || folder.endsWith(sep) ? folder + names.join(sep) : folder + sep + names.join(sep)
