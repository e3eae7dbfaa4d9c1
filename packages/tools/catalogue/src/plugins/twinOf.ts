import { plainly, quoted } from "@toolgate/core"
import type { ReadPlugin } from "./readPlugin.ts"
import type { TriedFolder } from "./TriedFolder.ts"

/**
 * Returns the problem of a plugin whose name another folder has too, unless it is the one that is in force. A plugin in force keeps
 * its name while its folder is broken: whoever had the name would have its tools.
 */
export const twinOf = (
  { folder, name, whole }: ReadPlugin,
  found: ReadonlyArray<ReadPlugin>,
  tried: ReadonlyMap<string, TriedFolder>
): Pick<ReadPlugin, "problems" | "whole"> | undefined => {
  if (whole === undefined || tried.get(folder)?.inForce?.name === name) return undefined
  const twin =
    found.find((other) => other.folder !== folder && other.name === name && other.whole !== undefined)?.folder ??
    [...tried].find(([other, { inForce }]) => other !== folder && inForce?.name === name)?.[0]
  if (twin === undefined) return undefined
  const message = `two plugins are called ${quoted(name)}: another one is in ${quoted(twin, 400)}`
  return { problems: [{ plugin: name, source: plainly(folder), message }], whole: undefined }
}
