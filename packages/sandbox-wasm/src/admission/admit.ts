import type { AdmissionBounds } from "./AdmissionBounds.ts"
import { Beyond } from "./Beyond.ts"
import { Malformed } from "./ByteReader.ts"
import { capModule, memoryMost } from "./capModule.ts"
import { checkFeatures } from "./checkFeatures.ts"
import { engineComplaint } from "./engineComplaint.ts"
import { faultOf } from "./faultOf.ts"
import { shapeOf } from "./ModuleShape.ts"
import { at } from "./shown.ts"

/** A module that may run, with its maxima rewritten, or why it may not: the rest of a sentence that begins with its name. */
export type Admission =
  | { readonly bytes: Uint8Array; readonly memory: { readonly min: number; readonly max: number } }
  | { readonly refused: string }

/**
 * Looks at a WASI command before any of it runs, and bounds what its memory and its tables can grow to. Answers for any bytes,
 * and throws for none; what it takes to look is bounded by the module's size.
 */
export const admit = async (bytes: Uint8Array, bounds: AdmissionBounds): Promise<Admission> => {
  if (bytes.length > bounds.moduleBytes) {
    return { refused: `it has ${bytes.length} bytes, and a module may have ${bounds.moduleBytes}` }
  }
  try {
    const shape = shapeOf(bytes)
    const fault = faultOf(bytes, shape, bounds)
    if (fault !== undefined) return { refused: fault }
    const complaint = engineComplaint(bytes)
    if (complaint !== undefined) return invalid(complaint.what, complaint.offset)
    await checkFeatures(bytes)
    const capped = capModule(bytes, shape, bounds)
    const rewritten = engineComplaint(capped)
    const [memory] = shape.memories
    if (rewritten !== undefined || memory === undefined) return invalid("its limits cannot be rewritten", undefined)
    return { bytes: capped, memory: { min: memory.min, max: memoryMost(memory, bounds) } }
  } catch (error) {
    if (error instanceof Beyond) {
      return { refused: `it uses ${error.feature}, which this sandbox does not run${at(error.offset)}` }
    }
    if (error instanceof Malformed) return invalid(error.what, error.offset)
    return { refused: "it could not be looked at: what checks it failed" }
  }
}

const invalid = (what: string, offset: number | undefined): Admission => ({
  refused: `it is no valid WebAssembly module: ${what}${at(offset)}`
})
