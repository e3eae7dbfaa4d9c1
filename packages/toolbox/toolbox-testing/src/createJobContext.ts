import type { ToolContext } from "@toolgate/core"

/** Returns a job context without a listener, which waits for its worker without a limit. */
export const createJobContext = (
  signal: AbortSignal = new AbortController().signal
): Pick<ToolContext, "signal" | "emit" | "takeSlot"> => ({
  signal,
  emit: () => {},
  takeSlot: (slots) =>
    new Promise((resolve) => {
      signal.throwIfAborted()
      const served = () => resolve(() => ticket.leave())
      const ticket = slots.enter({ agent: "a", session: "s" }, { served, tooLate: () => {} }, Number.POSITIVE_INFINITY)
      if (ticket.hasSlot) served()
    })
})
