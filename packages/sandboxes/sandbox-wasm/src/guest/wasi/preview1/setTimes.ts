import { errno, Failure } from "../errno.ts"
import type { Inode } from "../files/Inode.ts"
import { requireWritable } from "../files/modes.ts"

const times = { ACCESSED: 1, ACCESSED_NOW: 2, MODIFIED: 4, MODIFIED_NOW: 8 } as const

/**
 * Sets the times of a node that `which` selects. Throws EINVAL if it selects both a given time and the current time.
 */
export const setTimes = (node: Inode, now: bigint, accessed: bigint, modified: bigint, which: number): void => {
  const has = (bit: number) => (which & bit) !== 0
  if (which > 15) throw new Failure(errno.INVAL)
  if (has(times.ACCESSED) && has(times.ACCESSED_NOW)) throw new Failure(errno.INVAL)
  if (has(times.MODIFIED) && has(times.MODIFIED_NOW)) throw new Failure(errno.INVAL)
  requireWritable(node)
  if (has(times.ACCESSED)) node.accessed = accessed
  if (has(times.ACCESSED_NOW)) node.accessed = now
  if (has(times.MODIFIED)) node.modified = modified
  if (has(times.MODIFIED_NOW)) node.modified = now
  node.changed = now
}
