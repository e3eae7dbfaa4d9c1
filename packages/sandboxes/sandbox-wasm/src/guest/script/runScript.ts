import type { CallRefusal, ScriptEnd, ScriptWorld } from "../GuestWorld.ts"
import { denyCall } from "./checkCall.ts"
import { describeInvalid, describeMissingFunction } from "./describeInvalid.ts"
import { describeThrown, scriptName } from "./describeThrown.ts"
import { findScriptEnd } from "./findScriptEnd.ts"
import { makeSources } from "./makeSources.ts"
import type { Value } from "./QuickJsExports.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/** Evaluates a module, calls its exported function, and waits for the result. */
export const runScript = (vm: ScriptVm, source: string, world: ScriptWorld): ScriptEnd => {
  const calls = new OpenCalls(vm, world)
  try {
    vm.connect({ sources: makeSources(world), log: world.log, send: (tool, args) => calls.send(tool, args) })
    const namespace = evaluated(vm, source, calls)
    if ("kind" in namespace) return namespace
    const main = vm.quickJs.property(namespace.value, world.export)
    if (vm.quickJs.kindOf(main) !== "function")
      return { kind: "invalid", message: describeMissingFunction(world.export) }
    const [args, settings] = [vm.quickJs.string(world.args), vm.quickJs.string(world.settings)]
    const returned = vm.callInside("start", main, args, settings, vm.quickJs.boolean(world.calls !== undefined))
    const result = settled(vm, promiseOf(vm, returned), calls)
    if ("kind" in result) return result
    return passedOver(vm) ?? uncaught(vm) ?? resultOf(vm, result.value, world.outputBytes)
  } catch (error) {
    return findScriptEnd(vm, error)
  }
}

/**
 * A promise is used directly, so that a `then` method of the script is not called. Other thenables are resolved as
 * usual.
 */
const promiseOf = (vm: ScriptVm, value: Value): Value =>
  vm.quickJs.kindOf(value) === "promise" ? value : vm.callInside("resolved", value)

interface Fulfilled {
  readonly value: Value
}

const evaluated = (vm: ScriptVm, source: string, calls: OpenCalls): Fulfilled | ScriptEnd => {
  let promise: Value
  try {
    promise = vm.quickJs.evaluate(source, scriptName, "module")
  } catch (error) {
    return describeInvalid(vm, source, error)
  }
  return settled(vm, promise, calls)
}

/**
 * Runs jobs until the promise settles, and waits for an answer when there is no job. A guest that keeps adding jobs
 * stays here until its process is killed.
 */
const settled = (vm: ScriptVm, promise: Value, calls: OpenCalls): Fulfilled | ScriptEnd => {
  for (;;) {
    const now = vm.quickJs.promise(promise)
    if (now.state === "fulfilled") return now
    if (now.state === "rejected") return describeThrown(vm, now.value)
    if (vm.quickJs.runJob()) continue
    if (!calls.settleNext()) return passedOver(vm) ?? uncaught(vm) ?? { kind: "unsettled" }
  }
}

/** Returns how a script ends that continued after the engine ran out of memory. */
const passedOver = (vm: ScriptVm): ScriptEnd | undefined => {
  const error = vm.quickJs.passedOver()
  return error === undefined ? undefined : describeThrown(vm, error)
}

/** Returns how a script ends with an unhandled rejection, after pending jobs had the chance to handle it. */
const uncaught = (vm: ScriptVm): ScriptEnd | undefined => {
  for (let jobs = 0; vm.rejections.first !== undefined && jobs < mostLateJobs && vm.quickJs.runJob(); jobs++);
  const { first } = vm.rejections
  if (first === undefined) return undefined
  const end = describeThrown(vm, first)
  return end.kind === "threw" ? { kind: "uncaught", message: end.message } : end
}

/** The most jobs to run for this. A script that keeps adding jobs is not waited for. */
const mostLateJobs = 1_000

const resultOf = (vm: ScriptVm, value: Value, most: number): ScriptEnd => {
  const json = vm.callInside("toJson", value, vm.quickJs.number(most))
  switch (vm.quickJs.kindOf(json)) {
    case "undefined":
      return { kind: "value", json: undefined }
    case "string":
      return { kind: "value", json: vm.quickJs.toText(json) }
    case "number":
      return { kind: "tooLarge", characters: vm.quickJs.toNumber(json) }
    default:
      return { kind: "notJson", message: vm.quickJs.toText(vm.quickJs.first(json)) }
  }
}

/** The script's calls without an answer. */
class OpenCalls {
  private readonly vm: ScriptVm
  private readonly world: ScriptWorld
  private readonly open = new Set<number>()

  constructor(vm: ScriptVm, world: ScriptWorld) {
    this.vm = vm
    this.world = world
  }

  send(tool: string, args: string): number | CallRefusal {
    if (this.world.calls === undefined) return denyCall("This script may not call tools.")
    const sent = this.world.calls.send(tool, args)
    if (typeof sent === "number") this.open.add(sent)
    return sent
  }

  /** Waits for the next answer and passes it to the script. Returns false if no call is open. */
  settleNext(): boolean {
    if (this.world.calls === undefined || this.open.size === 0) return false
    const answer = this.world.calls.answer()
    // An answer to an unknown call is ignored.
    if (!this.open.delete(answer.call)) return true
    const { quickJs } = this.vm
    const call = quickJs.number(answer.call)
    const [text, members] =
      "value" in answer ? [answer.value, undefined] : [answer.error, quickJs.string(answer.members)]
    const said = quickJs.string(text)
    this.vm.callInside("settle", call, said, members ?? quickJs.undefined)
    for (const value of [said, members]) if (value !== undefined) quickJs.free(value)
    return true
  }
}
