import type {
  BrokeredGuest,
  BrokerHandles,
  Permit,
  ScriptBroker,
  ScriptImplementation,
  WrittenScript
} from "@toolgate/core"
import { refuseFailedScript } from "./endings.ts"
import { BadFrame } from "./frames/BadFrame.ts"
import type { ChildFrame } from "./frames/ChildFrame.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { GuestJob, Outcome, ProcessMessage } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { LoadedScript } from "./Guests.ts"
import { isRefused, parseResult } from "./parseResult.ts"

/** Runs a script. Its arguments and result are JSON, and it has no files. */
export class ScriptJob implements GuestJob {
  readonly guest: LoadedScript | undefined
  readonly scriptMemory: number
  readonly before = undefined
  readonly printsResult = false
  readonly calls: number
  readonly requests: number
  readonly callMs: number | undefined
  readonly broker: ScriptBroker | undefined
  readonly bounds: FrameBounds
  private readonly permit: Permit
  private readonly implementation: ScriptImplementation
  private readonly script: LoadedScript | WrittenScript
  private readonly limits: GuestLimits

  constructor(
    permit: Permit,
    implementation: ScriptImplementation,
    script: LoadedScript | WrittenScript,
    limits: GuestLimits,
    broker: ScriptBroker | undefined
  ) {
    this.permit = permit
    this.implementation = implementation
    this.script = script
    this.guest = "id" in script ? script : undefined
    this.limits = limits
    this.scriptMemory = limits.memoryBytes
    this.broker = broker
    const { chainCalls = implementation.calls, chainCallMs } = permit.grant.limits
    this.calls = Math.min(implementation.calls, chainCalls)
    this.requests = broker === undefined ? 0 : mostRequests
    this.callMs = chainCallMs
    // The result is limited in characters, each of at most three bytes. A call's arguments may be as long.
    this.bounds = { header: mostHeader, body: Math.max(limits.outputBytes * 3, mostHeader) }
  }

  ahead(): undefined {
    return undefined
  }

  begin(handles: BrokerHandles, guest: BrokeredGuest): ProcessMessage {
    const { implementation, limits, bounds, script } = this
    const { clock, random } = this.broker?.begin?.(handles, guest) ?? implementation
    const { source, ...started } =
      "id" in script
        ? { guest: script.id, source: JSON.stringify(this.permit.request.args) }
        : { guest: rangeIn(script), source: script.before + script.text + script.after }
    return {
      frame: {
        type: "script",
        ...started,
        export: implementation.export,
        settings: JSON.stringify(implementation.settings),
        calls: this.calls,
        requests: this.requests,
        argsBytes: bounds.body,
        memoryBytes: limits.memoryBytes,
        outputBytes: limits.outputBytes,
        clock,
        random
      },
      parts: [Buffer.from(source)]
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
        // The guest program limits the result. A guest that took over the process does not.
        if ((end.json?.length ?? 0) > this.limits.outputBytes)
          throw new BadFrame("its result exceeded the output limit")
        const parsed = parseResult(name, Buffer.from(end.json ?? ""))
        return isRefused(parsed) ? { error: parsed, dropped } : { ...parsed, dropped }
      }
      default:
        return { error: refuseFailedScript(name, end), dropped, isSpoilt: end.kind === "unstripped" }
    }
  }
}

const rangeIn = ({ before, text }: WrittenScript) => ({ from: before.length, to: before.length + text.length })

const mostHeader = 2 ** 20

/** The limit on a script's requests to its broker. */
const mostRequests = 1_000
