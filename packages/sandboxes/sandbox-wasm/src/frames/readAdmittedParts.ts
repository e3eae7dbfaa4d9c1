import { BadFrame } from "./BadFrame.ts"
import type { AdmittedFrame } from "./ChildFrame.ts"

/**
 * Returns the parts of a module that may run: views of the module as it was sent, and new bytes. Together they exceed
 * the module by at most `longer` bytes. Throws `BadFrame` for parts that do not fit the module.
 */
export const readAdmittedParts = (
  { parts, body }: AdmittedFrame,
  module: Uint8Array,
  longer: number
): ReadonlyArray<Uint8Array> => {
  let at = 0
  let size = 0
  const taken = parts.map((part) => {
    const isNew = "size" in part
    // New bytes are copied, because they may be a view of a larger buffer.
    const bytes = isNew ? new Uint8Array(body.subarray(at, at + part.size)) : module.subarray(part.from, part.to)
    if (bytes.length !== (isNew ? part.size : part.to - part.from)) throw new BadFrame(misfit)
    if (isNew) at += part.size
    size += bytes.length
    return bytes
  })
  if (at !== body.length || size > module.length + longer) throw new BadFrame(misfit)
  return taken
}

const misfit = "it sent invalid parts of a module"
