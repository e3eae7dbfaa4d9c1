import { sep } from "node:path"

/** A name in a folder, as a path. */
export const joined = (folder: string, name: string): string =>
  folder.endsWith(sep) ? folder + name : folder + sep + name
