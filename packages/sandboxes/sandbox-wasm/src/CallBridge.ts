import {
  type BrokerAnswer,
  type BrokeredCall,
  type ChildOptions,
  type Json,
  type RunHandles,
  type ScriptBroker,
  type ToolExecution,
  textOf
} from "@toolgate/core"
import type { ParentFrame } from "./frames/ParentFrame.ts"
import { isRequest } from "./guest/script/checkCall.ts"

/** The part of a job that the bridge needs. */
interface Calling {
  readonly calls: number
  readonly requests: number
  readonly callMs: number | undefined
  readonly broker: ScriptBroker | undefined
}

/** The tool calls of a guest. Each call passes through the gate as a child of the guest's call. */
export class CallBridge {
  private readonly callId: string
  private readonly handles: RunHandles
  private readonly bounds: { readonly calls: number; readonly requests: number }
  private readonly options: ChildOptions
  private readonly answerTo: (call: BrokeredCall) => Promise<BrokerAnswer>
  private readonly send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  private readonly made = { calls: 0, requests: 0 }
  private isOpen = true

  constructor(
    callId: string,
    handles: RunHandles,
    { calls, requests, callMs, broker }: Calling,
    send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  ) {
    this.callId = callId
    this.handles = handles
    this.bounds = { calls, requests }
    this.options = { wallMs: callMs }
    this.send = send
    this.answerTo = broker === undefined ? (call) => this.dispatched(call) : (call) => broker.call(call, handles)
  }

  /**
   * Makes a call, or a request to the broker. Returns false beyond the limit. The guest program never exceeds it; a
   * guest that took over the process might.
   */
  call(call: number, tool: string, args: Uint8Array): boolean {
    const kind = isRequest(tool, this.bounds) ? "requests" : "calls"
    if (this.made[kind] === this.bounds[kind]) return false
    const index = this.made.calls + this.made.requests
    this.made[kind]++
    const argsText = Buffer.from(args.buffer, args.byteOffset, args.length).toString()
    this.answerTo({ id: `${this.callId}.${index + 1}`, index, tool, argsText }).then(
      (answer) => this.answer(call, answer),
      () => this.answer(call, broken)
    )
    return true
  }

  /** Stops forwarding answers. Calls that still run end in the gate with their parent call. */
  close(): void {
    this.isOpen = false
  }

  private async dispatched({ id, tool, argsText }: BrokeredCall): Promise<BrokerAnswer> {
    const execution = await this.handles.dispatch({ id, tool, argsText }, this.options)
    return execution.success
      ? { value: resultOf(execution) }
      : { error: execution.error?.message ?? spokenText(execution), members: {} }
  }

  private answer(call: number, answer: BrokerAnswer): void {
    if (!this.isOpen) return
    if ("value" in answer) this.send({ type: "answer", call, ok: true }, [Buffer.from(JSON.stringify(answer.value))])
    else
      this.send({ type: "answer", call, ok: false, members: JSON.stringify(answer.members) }, [
        Buffer.from(answer.error)
      ])
  }
}

const broken: BrokerAnswer = {
  error: "The call failed.",
  members: { status: "error", errorClass: "execution_error", executed: "unknown" }
}

/** Returns the structured result or, without one, the text of the answer. */
const resultOf = ({ output }: ToolExecution): Json => output.value ?? spokenBy(output)

const spokenBy = ({ content }: ToolExecution["output"]): Json =>
  content.length === 0 ? null : content.map((block) => textOf(block) ?? "").join("\n")

const spokenText = (execution: ToolExecution): string =>
  (spokenBy(execution.output) as string | null) || "The call failed."
