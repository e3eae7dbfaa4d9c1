import type { ScriptEnd } from "../GuestWorld.ts"
import { describeThrown } from "./describeThrown.ts"
import { GuestThrew } from "./QuickJs.ts"
import type { ScriptVm } from "./ScriptVm.ts"
import type { LocatePosition } from "./textPosition.ts"

/** Returns how a script ended before it ran. At that point, every exception comes from the engine. */
export const describeInvalid = (vm: ScriptVm, source: string, error: unknown): ScriptEnd => {
  if (!(error instanceof GuestThrew)) throw error
  if (vm.imported !== undefined) return { kind: "invalid", message: importRefusal(source, vm.imported, vm.placeAt) }
  const end = describeThrown(vm, error.value)
  return end.kind === "threw" ? { kind: "invalid", message: end.message } : end
}

/**
 * Returns why a script with imports is not run. The position is that of the first quoted text that equals the
 * specifier.
 */
const importRefusal = (source: string, specifier: string, placeAt: LocatePosition): string => {
  const shown = JSON.stringify(specifier.length > 80 ? `${specifier.slice(0, 80)}…` : specifier)
  const refusal = `it imports ${shown}, but a script cannot import modules`
  const at = [`"${specifier}"`, `'${specifier}'`]
    .map((quoted) => source.indexOf(quoted))
    .filter((index) => index !== -1)
  if (at.length === 0) return refusal
  const place = placeAt(Math.min(...at))
  return place === undefined ? refusal : `${refusal} (line ${place.line}, column ${place.column})`
}

/** Returns the message for a script whose export is not a function. */
export const describeMissingFunction = (exported: string): string =>
  exported === "default"
    ? "this script has no function as its default export; write, for example, `export default (args) => args.text.length`"
    : `this script does not export a function ${JSON.stringify(exported)}`
