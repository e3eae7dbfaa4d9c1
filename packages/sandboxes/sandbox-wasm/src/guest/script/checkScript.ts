import type { ScriptEnd } from "../GuestWorld.ts"
import { describeInvalid, describeMissingFunction } from "./describeInvalid.ts"
import { scriptName } from "./describeThrown.ts"
import { findScriptEnd } from "./findScriptEnd.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/**
 * Compiles a script and returns how it would end before its function runs: because the source is invalid, or lacks the
 * export. Whether the export is a function is known only after the script has run.
 */
export const checkScript = (vm: ScriptVm, source: string, exported: string): ScriptEnd | undefined => {
  try {
    vm.quickJs.compile(source, scriptName)
  } catch (error) {
    const end = ended(vm, source, error)
    return end.kind === "stack" ? { kind: "nested" } : end
  }
  return hasExport(vm, source, exported) ? undefined : { kind: "invalid", message: describeMissingFunction(exported) }
}

/** Whether a script that compiles has an export. The trick: a second export of the same name is a compile error. */
const hasExport = (vm: ScriptVm, source: string, exported: string): boolean => {
  let name = "second"
  while (source.includes(name)) name += "_"
  try {
    vm.quickJs.compile(`${source}\n;var ${name};export { ${name} as ${JSON.stringify(exported)} }`, scriptName)
    return false
  } catch {
    return true
  }
}

const ended = (vm: ScriptVm, source: string, error: unknown): ScriptEnd => {
  try {
    return describeInvalid(vm, source, error)
  } catch (further) {
    return findScriptEnd(vm, further)
  }
}
