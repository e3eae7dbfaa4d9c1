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

/** The part of a job that is about the calls of its guest. */
interface Calling {
  readonly calls: number
  readonly callMs: number | undefined
  readonly broker: ScriptBroker | undefined
}

/** The calls of other tools that a guest makes. Each call passes the gate as a child of the guest's own call. */
export class CallBridge {
  private readonly callId: string
  private readonly handles: RunHandles
  private readonly most: number
  private readonly options: ChildOptions
  private readonly answerTo: (call: BrokeredCall) => Promise<BrokerAnswer>
  private readonly send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  private made = 0
  private isOpen = true

  constructor(
    callId: string,
    handles: RunHandles,
    { calls, callMs, broker }: Calling,
    send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  ) {
    this.callId = callId
    this.handles = handles
    this.most = calls
    this.options = { wallMs: callMs }
    this.send = send
    this.answerTo = broker === undefined ? (call) => this.dispatched(call) : (call) => broker.call(call, handles)
  }

  /**
   * Makes a call. Returns false for a call too many. Our program makes none too many; a guest that took the program
   * over might.
   */
  call(call: number, tool: string, args: Uint8Array): boolean {
    if (this.made === this.most) return false
    const index = this.made++
    const argsText = Buffer.from(args.buffer, args.byteOffset, args.length).toString()
    this.answerTo({ id: `${this.callId}.${index + 1}`, index, tool, argsText }).then(
      (answer) => this.answer(call, answer),
      () => this.answer(call, broken)
    )
    return true
  }

  /** Stops passing answers on. Calls that are still running end in the gate, together with the call that made them. */
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

const broken: BrokerAnswer = { error: "The call failed.", members: {} }

/** Returns the structured result or, if there is none, the text that the tool answered with. */
const resultOf = ({ output }: ToolExecution): Json => output.value ?? spokenBy(output)

const spokenBy = ({ content }: ToolExecution["output"]): Json =>
  content.length === 0 ? null : content.map((block) => textOf(block) ?? "").join("\n")

const spokenText = (execution: ToolExecution): string =>
  (spokenBy(execution.output) as string | null) || "The call failed."
