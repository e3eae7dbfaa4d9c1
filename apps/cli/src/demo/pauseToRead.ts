import { setTimeout as sleep } from "node:timers/promises"
import { openTerminal } from "../asking/readTypedLine.ts"

/** Waits so long that a person can read, in milliseconds, or until a key is pressed or the signal is aborted. */
export const pauseToRead = async (ms: number, signal: AbortSignal): Promise<void> => {
  const terminal = openTerminal()
  const over = new AbortController()
  // A key counts without Enter. Ctrl-C is read as a key then, and has to be turned back into a signal.
  terminal.setRawMode(true)
  terminal.on("data", (keys: Buffer) => {
    // The signal ends the pause then: it has to arrive before the demo goes on.
    if (keys.includes(ctrlC)) process.kill(process.pid, "SIGINT")
    else over.abort()
  })
  // A terminal that was closed has no keys.
  terminal.on("error", () => over.abort())
  try {
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {})
  } finally {
    terminal.setRawMode(false)
    terminal.destroy()
  }
}

const ctrlC = 0x03
