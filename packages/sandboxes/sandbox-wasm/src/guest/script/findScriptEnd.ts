import { WebAssembly } from "../../admission/WebAssembly.ts"
import type { ScriptEnd } from "../GuestWorld.ts"
import { describeThrown } from "./describeThrown.ts"
import { GuestFull } from "./GuestMemory.ts"
import { GuestThrew } from "./QuickJs.ts"
import type { Value } from "./QuickJsExports.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/** Returns how a script ended, from the engine's exception. Throws an exception that does not concern the script. */
export const findScriptEnd = (vm: ScriptVm, error: unknown): ScriptEnd => {
  if (error instanceof GuestThrew) return endedBy(vm, error.value)
  if (error instanceof GuestFull) return { kind: "memory" }
  if (error instanceof RangeError && error.message === "Maximum call stack size exceeded") return { kind: "stack" }
  // After a stack overflow, compiled code accesses memory out of bounds.
  if (error instanceof WebAssembly.RuntimeError && vm.quickJs.stackPassed) return { kind: "stack" }
  if (error instanceof WebAssembly.RuntimeError && vm.quickJs.full) return { kind: "memory" }
  throw error
}

/** Returns how a script ended that threw this value. Without memory, the guest cannot be asked for its error. */
const endedBy = (vm: ScriptVm, thrown: Value): ScriptEnd => {
  try {
    return describeThrown(vm, thrown)
  } catch (error) {
    if (error instanceof GuestThrew)
      return vm.quickJs.full ? { kind: "memory" } : { kind: "threw", message: "an error" }
    return findScriptEnd(vm, error)
  }
}
