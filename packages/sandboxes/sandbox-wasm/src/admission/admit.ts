import type { AdmissionBounds } from "./AdmissionBounds.ts"
import { Malformed } from "./ByteReader.ts"
import { capParts, getMemoryMaximum, joinParts, type ModulePart } from "./capModule.ts"
import { checkFeatures } from "./checkFeatures.ts"
import { findModuleFault } from "./findModuleFault.ts"
import { formatOffset, formatText } from "./formatText.ts"
import { deepestBlocks, TooDeep } from "./InstructionReader.ts"
import { type ModuleShape, readModuleShape } from "./ModuleShape.ts"
import { UnsupportedFeature } from "./UnsupportedFeature.ts"
import { WebAssembly } from "./WebAssembly.ts"

/**
 * The result for a module: its bytes and parts with capped maxima, or the reason why it may not run, as the rest of a
 * sentence that begins with its name.
 */
type Admission =
  | {
      readonly bytes: Uint8Array
      readonly parts: ReadonlyArray<ModulePart>
      readonly memory: { readonly min: number; readonly max: number }
    }
  | { readonly refused: string }

/**
 * Checks a WASI command before it runs, and caps the growth of its memory and tables. Accepts any bytes and never
 * throws. The check needs memory for one copy of the module, in addition to the engine's declarations.
 */
export const admit = (bytes: Uint8Array, bounds: AdmissionBounds): Admission => {
  if (bytes.length > bounds.moduleBytes) {
    return { refused: `it has ${bytes.length} bytes; the limit is ${bounds.moduleBytes}` }
  }
  try {
    const shape = readModuleShape(bytes)
    const fault = findModuleFault(bytes, shape, bounds)
    if (fault !== undefined) return { refused: fault }
    const beyond = caught(() => checkFeatures(bytes, shape))
    // Checked before the engine sees the module, because the engine needs more memory for each open block than the
    // module.
    if (beyond instanceof TooDeep) throw beyond
    const complaint = engineComplaint(bytes)
    if (complaint !== undefined) return invalid(complaint.what, complaint.offset)
    if (beyond !== undefined) throw beyond
    return capped(bytes, shape, bounds)
  } catch (error) {
    if (error instanceof UnsupportedFeature) {
      return { refused: `it uses ${error.feature}, which this sandbox does not support${formatOffset(error.offset)}` }
    }
    if (error instanceof TooDeep) {
      return {
        refused: `it nests blocks deeper than the limit of ${deepestBlocks}${formatOffset(error.offset)}`
      }
    }
    if (error instanceof Malformed) return invalid(error.what, error.offset)
    return { refused: "it could not be checked: the check itself failed" }
  }
}

const capped = (bytes: Uint8Array, shape: ModuleShape, bounds: AdmissionBounds): Admission => {
  const parts = capParts(shape, bounds)
  const made = joinParts(bytes, parts)
  const [memory] = shape.memories
  if (engineComplaint(made) !== undefined || memory === undefined)
    return invalid("its limits cannot be rewritten", undefined)
  return { bytes: made, parts, memory: { min: memory.min, max: getMemoryMaximum(memory, bounds) } }
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
  refused: `it is not a valid WebAssembly module: ${what}${formatOffset(offset)}`
})

/** Returns the engine's error for an invalid module, with its offset, or `undefined` for a valid module. */
const engineComplaint = (bytes: Uint8Array): Complaint | undefined => {
  if (WebAssembly.validate(bytes)) return undefined
  const [, what, offset] = /^(?:WebAssembly\.Module\(\): )?(.*?)(?: @\+(\d+))?$/s.exec(compileError(bytes)) ?? []
  return {
    what: what ? formatText(what, 300).slice(1, -1).replaceAll('\\"', '"') : "the engine refused it",
    offset: offset === undefined ? undefined : Number(offset)
  }
}

interface Complaint {
  readonly what: string
  readonly offset: number | undefined
}

/** Compiling reports an error, while validating returns only false. */
const compileError = (bytes: Uint8Array): string => {
  try {
    new WebAssembly.Module(bytes)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}
