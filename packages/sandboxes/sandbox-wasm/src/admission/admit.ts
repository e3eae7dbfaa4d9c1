import type { AdmissionBounds } from "./AdmissionBounds.ts"
import { Beyond } from "./Beyond.ts"
import { Malformed } from "./ByteReader.ts"
import { assembled, capParts, type ModulePart, memoryMost } from "./capModule.ts"
import { checkFeatures } from "./checkFeatures.ts"
import { engineComplaint } from "./engineComplaint.ts"
import { faultOf } from "./faultOf.ts"
import { deepestBlocks, TooDeep } from "./InstructionReader.ts"
import { type ModuleShape, shapeOf } from "./ModuleShape.ts"
import { at } from "./shown.ts"

/**
 * A module that may run, with its maxima rewritten, and the parts that it is made of; or why it may not: the rest of a sentence
 * that begins with its name.
 */
type Admission =
  | {
      readonly bytes: Uint8Array
      readonly parts: ReadonlyArray<ModulePart>
      readonly memory: { readonly min: number; readonly max: number }
    }
  | { readonly refused: string }

/**
 * Looks at a WASI command before any of it runs, and bounds what its memory and its tables can grow to. Answers for any bytes,
 * and throws for none. It takes memory for one copy of the module, beside the module and what the engine keeps of its declarations.
 */
export const admit = (bytes: Uint8Array, bounds: AdmissionBounds): Admission => {
  if (bytes.length > bounds.moduleBytes) {
    return { refused: `it has ${bytes.length} bytes, and a module may have ${bounds.moduleBytes}` }
  }
  try {
    const shape = shapeOf(bytes)
    const fault = faultOf(bytes, shape, bounds)
    if (fault !== undefined) return { refused: fault }
    const beyond = caught(() => checkFeatures(bytes, shape))
    // Before the engine sees it: what it keeps for each open block is more than the block takes in a module.
    if (beyond instanceof TooDeep) throw beyond
    const complaint = engineComplaint(bytes)
    if (complaint !== undefined) return invalid(complaint.what, complaint.offset)
    if (beyond !== undefined) throw beyond
    return capped(bytes, shape, bounds)
  } catch (error) {
    if (error instanceof Beyond) {
      return { refused: `it uses ${error.feature}, which this sandbox does not run${at(error.offset)}` }
    }
    if (error instanceof TooDeep) {
      return { refused: `it nests blocks more than ${deepestBlocks} deep, and no module may${at(error.offset)}` }
    }
    if (error instanceof Malformed) return invalid(error.what, error.offset)
    return { refused: "it could not be looked at: what checks it failed" }
  }
}

const capped = (bytes: Uint8Array, shape: ModuleShape, bounds: AdmissionBounds): Admission => {
  const parts = capParts(shape, bounds)
  const made = assembled(bytes, parts)
  const [memory] = shape.memories
  if (engineComplaint(made) !== undefined || memory === undefined)
    return invalid("its limits cannot be rewritten", undefined)
  return { bytes: made, parts, memory: { min: memory.min, max: memoryMost(memory, bounds) } }
}

const caught = (act: () => void): unknown => {
  try {
    act()
    return undefined
  } catch (error) {
    return error
  }
}

const invalid = (what: string, offset: number | undefined): Admission => ({
  refused: `it is no valid WebAssembly module: ${what}${at(offset)}`
})
