import { shown } from "./shown.ts"
import { WebAssembly } from "./WebAssembly.ts"

/**
 * Returns the engine's complaint about bytes that are not a valid module, and its place, or `undefined` for a valid
 * module.
 */
export const engineComplaint = (bytes: Uint8Array): Complaint | undefined => {
  if (WebAssembly.validate(bytes)) return undefined
  const [, what, offset] = /^(?:WebAssembly\.Module\(\): )?(.*?)(?: @\+(\d+))?$/s.exec(compileError(bytes)) ?? []
  return {
    what: what ? shown(what, 300).slice(1, -1).replaceAll('\\"', '"') : "the engine does not take it",
    offset: offset === undefined ? undefined : Number(offset)
  }
}

interface Complaint {
  readonly what: string
  readonly offset: number | undefined
}

/** Compiling gives a message, where validating only gives false. */
const compileError = (bytes: Uint8Array): string => {
  try {
    new WebAssembly.Module(bytes)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}
