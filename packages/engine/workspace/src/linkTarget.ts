import { readlinkSync } from "node:fs"
import { changed } from "./changed.ts"
import { errno } from "./errno.ts"

/**
 * Returns the target of a link, or `undefined` when the target is not UTF-8. The link is read by name, because there is
 * no other way. If another link has taken its place by now, that link's target is returned.
 */
export const linkTarget = (link: string): string | undefined => {
  let target: Buffer
  try {
    target = readlinkSync(link, "buffer")
  } catch (error) {
    throw errno(error) === "EINVAL" || errno(error) === "ENOENT" ? changed : error
  }
  const text = target.toString()
  return Buffer.from(text).equals(target) ? text : undefined
}
