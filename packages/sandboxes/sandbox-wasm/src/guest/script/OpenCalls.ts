import type { CallRefusal, ScriptWorld } from "../GuestWorld.ts"
import { denied } from "./callRefusal.ts"
import type { ScriptVm } from "./ScriptVm.ts"

/** The calls that the script has made and that are not answered yet. */
export class OpenCalls {
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
