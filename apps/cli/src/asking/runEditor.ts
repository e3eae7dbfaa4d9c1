import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"

/**
 * Opens a file in the person's editor (`VISUAL`, `EDITOR` or `vi`) and waits. Returns `undefined` on success, otherwise a sentence about
 * the failure. Aborting the signal ends the editor.
 */
export const runEditor = (file: string, signal: AbortSignal): Promise<string | undefined> => {
  const editor = [process.env.VISUAL, process.env.EDITOR].find((one) => one !== undefined && one.trim() !== "") ?? "vi"
  const named = JSON.stringify(editor)
  return new Promise((resolve) => {
    if (signal.aborted) return resolve("The question has been closed.")
    const terminal = openSync("/dev/tty", "r+")
    // An editor may be named with options, as for a shell. "exec" makes it the process that is ended here.
    const child = spawn("/bin/sh", ["-c", `exec ${editor} "$1"`, "sh", file], { stdio: [terminal, terminal, terminal] })
    const end = () => child.kill()
    signal.addEventListener("abort", end, { once: true })
    const over = (fault: string | undefined) => {
      signal.removeEventListener("abort", end)
      closeSync(terminal)
      resolve(fault)
    }
    child.once("error", ({ message }) => over(`The editor ${named} could not be started: ${message}.`))
    child.once("exit", (status, ended) => {
      if (signal.aborted) over("The question has been closed.")
      else if (ended !== null) over(`The editor ${named} was ended by ${ended}.`)
      else if (status === 126 || status === 127)
        over(`The editor ${named} cannot be started; name another one in VISUAL or EDITOR.`)
      else over(status === 0 ? undefined : `The editor ${named} ended with the status ${status}.`)
    })
  })
}
