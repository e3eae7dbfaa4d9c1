import { setTimeout as sleep } from "node:timers/promises"
import { openTerminal } from "../asking/typedLine.ts"

/** Waits for `ms` milliseconds, until a key is pressed, or until the signal is aborted. */
export const pauseToRead = async (ms: number, signal: AbortSignal): Promise<void> => {
  const terminal = openTerminal()
  const over = new AbortController()
  // In raw mode, keys arrive without Enter, and Ctrl-C raises no signal.
  terminal.setRawMode(true)
  terminal.on("data", (keys: Buffer) => {
    // The signal ends the pause. It must arrive before the demo continues.
    if (keys.includes(ctrlC)) process.kill(process.pid, "SIGINT")
    else over.abort()
  })
  // A closed terminal sends no keys.
  terminal.on("error", () => over.abort())
  try {
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {})
  } finally {
    terminal.setRawMode(false)
    terminal.destroy()
  }
}

const ctrlC = 0x03
