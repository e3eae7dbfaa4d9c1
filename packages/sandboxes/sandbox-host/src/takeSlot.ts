import { type FairSlots, type QueueShare, queueBusy, type Refused, type RunHandles, ToolError } from "@toolgate/core"

interface QueuingRun {
  readonly share: QueueShare
  readonly signal: AbortSignal
  readonly handles: Pick<RunHandles, "queueMs" | "queues">
}

/** Waits for a slot, for `ToolContext.takeSlot`. */
export const takeSlot = (slots: FairSlots, what: string, { share, signal, handles }: QueuingRun): Promise<() => void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const over = () => {
      signal.removeEventListener("abort", aborted)
      handles.queues(false)
    }
    const aborted = () => {
      over()
      ticket.leave()
      reject(signal.reason)
    }
    const release = () => ticket.leave()
    const ticket = slots.enter(
      share,
      {
        served: () => {
          over()
          resolve(release)
        },
        tooLate: () => {
          over()
          reject(new SlotBusy(queueBusy(what, handles.queueMs)))
        }
      },
      handles.queueMs
    )
    if (ticket.hasSlot) resolve(release)
    else {
      signal.addEventListener("abort", aborted)
      handles.queues(true)
    }
  })

/** A tool waited too long for a slot. */
class SlotBusy extends ToolError {
  readonly errorClass = "execution_error"
  readonly #busy: Refused

  constructor(busy: Refused) {
    super({ message: busy.message, executed: "no" })
    this.#busy = busy
  }

  override refused(): Refused {
    return this.#busy
  }
}
