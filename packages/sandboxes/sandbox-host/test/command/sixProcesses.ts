import { processesWith } from "./running.ts"

/** Six processes, each with another way of not being found; they hold the pipe, and take no notice of a SIGTERM. */
export const sixProcesses = (marker: string) => `
trap '' TERM
sleep ${marker} &
(sleep ${marker} &)
setsid sleep ${marker} &
nohup setsid sh -c "trap '' TERM HUP; sleep ${marker}; :" &
setsid sh -c "(setsid sh -c \\"trap '' TERM; sleep ${marker}; :\\" &) ; exit" &
env -i setsid /bin/sh -c "trap '' TERM; exec /bin/sleep ${marker}" &
`

let markers = 0
export const newMarker = () => `9${process.pid}.${++markers}`

/** When no process with this word is left. Their end is the event; a run that leaves one never gets there. */
export const noneLeft = async (marker: string) => {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve))
}
