import type { ScriptEnd } from "../GuestWorld.ts"
import { importRefusal } from "./importRefusal.ts"
import { GuestThrew } from "./QuickJs.ts"
import type { ScriptVm } from "./ScriptVm.ts"
import { threw } from "./threw.ts"

/** Returns how a script ended of which nothing has run yet. Whatever is thrown at that point comes from the engine. */
export const invalid = (vm: ScriptVm, source: string, error: unknown): ScriptEnd => {
  if (!(error instanceof GuestThrew)) throw error
  if (vm.imported !== undefined) return { kind: "invalid", message: importRefusal(source, vm.imported, vm.placeAt) }
  const end = threw(vm, error.value)
  return end.kind === "threw" ? { kind: "invalid", message: end.message } : end
}
