import { type Json, type RunHandles, type ToolExecution, textOf } from "@toolgate/core"
import type { ParentFrame } from "./frames/ParentFrame.ts"

/** The calls of other tools that a guest makes. Each call passes the gate as a child of the guest's own call. */
export class CallBridge {
  private readonly callId: string
  private readonly handles: RunHandles
  private readonly most: number
  private readonly send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  private made = 0
  private isOpen = true

  constructor(
    callId: string,
    handles: RunHandles,
    most: number,
    send: (frame: ParentFrame, parts: ReadonlyArray<Uint8Array>) => void
  ) {
    this.callId = callId
    this.handles = handles
    this.most = most
    this.send = send
  }

  /**
   * Makes a call. Returns false for a call too many. Our program makes none too many; a guest that took the program
   * over might.
   */
  call(call: number, tool: string, args: Uint8Array): boolean {
    if (++this.made > this.most) return false
    const id = `${this.callId}.${this.made}`
    const argsText = Buffer.from(args.buffer, args.byteOffset, args.length).toString()
    this.handles.dispatch({ id, tool, argsText }).then(
      (execution) => this.answer(call, execution),
      () => this.answer(call, undefined)
    )
    return true
  }

  /** Stops passing answers on. Calls that are still running end in the gate, together with the call that made them. */
  close(): void {
    this.isOpen = false
  }

  private answer(call: number, execution: ToolExecution | undefined): void {
    if (!this.isOpen) return
    const ok = execution?.success === true
    const text = ok ? JSON.stringify(resultOf(execution)) : (execution?.error?.message ?? spokenText(execution))
    this.send({ type: "answer", call, ok }, [Buffer.from(text)])
  }
}

/** Returns the structured result or, if there is none, the text that the tool answered with. */
const resultOf = ({ output }: ToolExecution): Json => output.value ?? spokenBy(output)

const spokenBy = ({ content }: ToolExecution["output"]): Json =>
  content.length === 0 ? null : content.map((block) => textOf(block) ?? "").join("\n")

const spokenText = (execution: ToolExecution | undefined): string =>
  (execution !== undefined && (spokenBy(execution.output) as string | null)) || "The call failed."
