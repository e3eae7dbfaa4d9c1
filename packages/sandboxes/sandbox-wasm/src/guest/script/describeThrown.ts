import type { ScriptEnd } from "../GuestWorld.ts"
import type { Value } from "./QuickJsExports.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/** Returns how a script ended that threw a value: at an engine limit, or with its own error and position. */
export const describeThrown = (vm: ScriptVm, thrown: Value): ScriptEnd => {
  const { quickJs } = vm
  // A guest without memory for an error object throws null instead.
  if (quickJs.full && quickJs.kindOf(thrown) === "null") return { kind: "memory" }
  const limit = quickJs.toText(vm.callInside("limitOf", thrown))
  // The script may have changed the message of the engine's error.
  if (limit === "memory" || (limit === "stack" && quickJs.stackUsed)) return { kind: limit }
  const text = quickJs.toText(vm.callInside("describe", thrown, quickJs.number(mostCharacters)))
  const message = text.slice(0, mostCharacters) || "an error"
  const where = place(vm, thrown)
  return { kind: "threw", message: where === "" ? message : `${message.replace(/\.$/, "")}${where}` }
}

/** The longest error message of a guest, in characters. With its position, an ASCII message stays under 4 KiB. */
const mostCharacters = 4_000

/** The script's file name in its stack traces. */
export const scriptName = "script"

/** Returns the position of the innermost frame in the script's own text. */
const place = (vm: ScriptVm, thrown: Value): string => {
  const stack = vm.quickJs.toText(vm.callInside("stack", thrown))
  for (const [, line, column] of stack.matchAll(/\bscript:(\d{1,9}):(\d{1,9})\b/g)) {
    const found = vm.placeOf({ line: Number(line), column: Number(column) })
    if (found !== undefined) return ` (line ${found.line}, column ${found.column})`
  }
  return ""
}
