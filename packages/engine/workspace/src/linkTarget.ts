import { readlinkSync } from "node:fs"
import { changed } from "./changed.ts"
import { getErrno } from "./getErrno.ts"

/**
 * Returns the target of a link, or `undefined` if it is not UTF-8. Links can only be read by name, so a link that has
 * just been replaced yields the new target.
 */
export const linkTarget = (link: string): string | undefined => {
  let target: Buffer
  try {
    target = readlinkSync(link, "buffer")
  } catch (error) {
    throw getErrno(error) === "EINVAL" || getErrno(error) === "ENOENT" ? changed : error
  }
  const text = target.toString()
  return Buffer.from(text).equals(target) ? text : undefined
}
