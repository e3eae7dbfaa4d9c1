import { readlinkSync } from "node:fs"
import { changed } from "./changed.ts"
import { errno } from "./errno.ts"

/**
 * Where a link points; `undefined` if that is not UTF-8. It is read by name, for want of another way: if it is another link
 * by now, it is that one which is followed.
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
