import type { Permit, ScriptImplementation } from "@toolgate/core"
import { scriptFailed } from "./endings.ts"
import { BadFrame } from "./frames/BadFrame.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { GuestJob, Outcome, Told } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { HeldScript } from "./Guests.ts"
import { isRefused, parseResult } from "./parseResult.ts"

/** The job of running a script. Its arguments and its result are JSON, and it sees no files. */
export class ScriptJob implements GuestJob {
  readonly guest: HeldScript
  readonly scriptMemory: number
  readonly before = undefined
  readonly printsResult = false
  readonly calls: number
  readonly bounds: FrameBounds
  private readonly permit: Permit
  private readonly implementation: ScriptImplementation
  private readonly limits: GuestLimits

  constructor(permit: Permit, implementation: ScriptImplementation, script: HeldScript, limits: GuestLimits) {
    this.permit = permit
    this.implementation = implementation
    this.guest = script
    this.limits = limits
    this.scriptMemory = limits.memoryBytes
    this.calls = implementation.calls
    // The result is measured in characters, each of at most three bytes. The arguments of a call may be as long.
    this.bounds = { header: mostHeader, body: Math.max(limits.outputBytes * 3, mostHeader) }
  }

  ahead(): undefined {
    return undefined
  }

  begin(): Told {
    const { implementation, limits, bounds } = this
    return {
      frame: {
        type: "script",
        guest: this.guest.id,
        export: implementation.export,
        settings: JSON.stringify(implementation.settings),
        calls: implementation.calls,
        argsBytes: bounds.body,
        memoryBytes: limits.memoryBytes,
        outputBytes: limits.outputBytes,
        clock: implementation.clock,
        random: implementation.random
      },
      parts: [Buffer.from(JSON.stringify(this.permit.request.args))]
    }
  }

  outcome(frame: ChildFrame): Outcome | undefined {
    if (frame.type !== "scriptEnded") return undefined
    const { end, dropped } = frame
    const { name } = this.permit.request.tool
    switch (end.kind) {
      case "memory":
        return { limit: "memoryBytes", dropped }
      case "tooLarge":
        return { limit: "outputBytes", dropped }
      case "value": {
        // Our program measures the result itself. A guest that took the program over does not.
        if ((end.json?.length ?? 0) > this.limits.outputBytes) throw new BadFrame("it returned more than it may")
        const parsed = parseResult(name, Buffer.from(end.json ?? ""))
        return isRefused(parsed) ? { error: parsed, dropped } : { ...parsed, dropped }
      }
      default:
        return { error: scriptFailed(name, end), dropped, isSpoilt: end.kind === "unstripped" }
    }
  }
}

const mostHeader = 2 ** 20
