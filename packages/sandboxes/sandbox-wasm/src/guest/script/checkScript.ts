import type { ScriptEnd } from "../GuestWorld.ts"
import { endOf } from "./endOf.ts"
import { invalid } from "./invalid.ts"
import type { ScriptVm } from "./ScriptVm.ts"
import { scriptName } from "./threw.ts"

/**
 * Compiles a script, and returns how it would end before any of it runs. Its exports are known only once it has run.
 */
export const checkScript = (vm: ScriptVm, source: string): ScriptEnd | undefined => {
  try {
    vm.quickJs.compile(source, scriptName)
    return undefined
  } catch (error) {
    const end = ended(vm, source, error)
    return end.kind === "stack" ? { kind: "nested" } : end
  }
}

const ended = (vm: ScriptVm, source: string, error: unknown): ScriptEnd => {
  try {
    return invalid(vm, source, error)
  } catch (further) {
    return endOf(vm, further)
  }
}
