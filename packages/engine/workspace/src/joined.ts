import { sep } from "node:path"

/** Names in a folder, each in the one before, as a path. */
export const joined = (folder: string, ...names: ReadonlyArray<string>): string =>
  names.length === 0 || folder.endsWith(sep) ? folder + names.join(sep) : folder + sep + names.join(sep)
