import type { CallRefusal, ScriptEnd, ScriptWorld } from "../GuestWorld.ts"
import { denied } from "./callRefusal.ts"
import { endOf } from "./endOf.ts"
import { invalid, noFunction } from "./invalid.ts"
import type { Value } from "./QuickJsExports.ts"
import type { ScriptVm } from "./ScriptVm.ts"
import { sourcesOf } from "./sourcesOf.ts"
import { scriptName, threw } from "./threw.ts"

/** Evaluates a module, calls the function that it exports, and waits for the result. */
export const runScript = (vm: ScriptVm, source: string, world: ScriptWorld): ScriptEnd => {
  const calls = new OpenCalls(vm, world)
  try {
    vm.connect({ sources: sourcesOf(world), log: world.log, send: (tool, args) => calls.send(tool, args) })
    const namespace = evaluated(vm, source, calls)
    if ("kind" in namespace) return namespace
    const main = vm.quickJs.property(namespace.value, world.export)
    if (vm.quickJs.kindOf(main) !== "function") return { kind: "invalid", message: noFunction(world.export) }
    const [args, settings] = [vm.quickJs.string(world.args), vm.quickJs.string(world.settings)]
    const returned = vm.callInside("start", main, args, settings, vm.quickJs.boolean(world.calls !== undefined))
    const result = settled(vm, promiseOf(vm, returned), calls)
    if ("kind" in result) return result
    return passedOver(vm) ?? uncaught(vm) ?? resultOf(vm, result.value, world.outputBytes)
  } catch (error) {
    return endOf(vm, error)
  }
}

/**
 * A promise is used as it is, so that no method `then` of the script's is called. Other values with a `then` are
 * resolved as usual.
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
    return invalid(vm, source, error)
  }
  return settled(vm, promise, calls)
}

/**
 * Runs waiting jobs until the promise is settled, and waits for an answer once there is no job. A guest that always
 * adds another job goes on here until its process is killed.
 */
const settled = (vm: ScriptVm, promise: Value, calls: OpenCalls): Fulfilled | ScriptEnd => {
  for (;;) {
    const now = vm.quickJs.promise(promise)
    if (now.state === "fulfilled") return now
    if (now.state === "rejected") return threw(vm, now.value)
    if (vm.quickJs.runJob()) continue
    if (!calls.settleNext()) return passedOver(vm) ?? uncaught(vm) ?? { kind: "unsettled" }
  }
}

/** Returns how a script ends that went on after the engine had no memory for something. */
const passedOver = (vm: ScriptVm): ScriptEnd | undefined => {
  const error = vm.quickJs.passedOver()
  return error === undefined ? undefined : threw(vm, error)
}

/** Returns how a script ends that left a promise rejected, once the waiting jobs have had the chance to handle it. */
const uncaught = (vm: ScriptVm): ScriptEnd | undefined => {
  for (let jobs = 0; vm.rejections.first !== undefined && jobs < mostLateJobs && vm.quickJs.runJob(); jobs++);
  const { first } = vm.rejections
  if (first === undefined) return undefined
  const end = threw(vm, first)
  return end.kind === "threw" ? { kind: "uncaught", message: end.message } : end
}

/** The most jobs that are run for this. A script that always adds another job is not waited for. */
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

/** The calls that the script has made and that are not answered yet. */
class OpenCalls {
  private readonly vm: ScriptVm
  private readonly world: ScriptWorld
  private readonly open = new Set<number>()

  constructor(vm: ScriptVm, world: ScriptWorld) {
    this.vm = vm
    this.world = world
  }

  send(tool: string, args: string): number | CallRefusal {
    if (this.world.calls === undefined) return denied("This script may make no calls.")
    const sent = this.world.calls.send(tool, args)
    if (typeof sent === "number") this.open.add(sent)
    return sent
  }

  /** Waits for the next answer and passes it to the script. Returns false if no answer is to come. */
  settleNext(): boolean {
    if (this.world.calls === undefined || this.open.size === 0) return false
    const answer = this.world.calls.answer()
    // An answer for which nobody waits changes nothing.
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
