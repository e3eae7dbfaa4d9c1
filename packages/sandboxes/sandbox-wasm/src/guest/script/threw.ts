import type { ScriptEnd } from "../GuestWorld.ts"
import type { Value } from "./QuickJsExports.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/** How a script ended that threw this: by a limit of the engine, or by an error of its own, with the place of it. */
export const threw = (vm: ScriptVm, thrown: Value): ScriptEnd => {
  const { quickJs } = vm
  // A guest without room for an error object throws null instead.
  if (quickJs.full && quickJs.kindOf(thrown) === "null") return { kind: "memory" }
  const limit = quickJs.toText(vm.callInside("limitOf", thrown))
  // The message of an error of the engine may have been changed.
  if (limit === "memory" || (limit === "stack" && quickJs.stackUsed)) return { kind: limit }
  const text = quickJs.toText(vm.callInside("describe", thrown, quickJs.number(mostCharacters)))
  return { kind: "threw", message: `${text.slice(0, mostCharacters) || "an error"}${place(vm, thrown)}` }
}

/** Of what a guest says about its error; with the place it stays under 4 KiB where it is ASCII. */
const mostCharacters = 4_000

/** The name of a script in its stacks. */
export const scriptName = "script"

/** The innermost frame of the script itself. */
const place = (vm: ScriptVm, thrown: Value): string => {
  const stack = vm.quickJs.toText(vm.callInside("stack", thrown))
  const [, line, column] = /\bscript:(\d{1,9}):(\d{1,9})\b/.exec(stack) ?? []
  return line === undefined ? "" : ` (line ${line}, column ${column})`
}
