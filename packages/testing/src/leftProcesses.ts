import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Returns the processes whose arguments hold a word, but for those that are gone already. */
export const processesWith = (word: string): ReadonlyArray<number> =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const isGone = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.startsWith("Z")
        return !isGone && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(word)
      } catch {
        return false
      }
    })
    .map(Number)

/** Returns the cgroups that this process has made and not taken away. Those of others may be taken away meanwhile. */
export const cgroupsLeft = (): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `find /sys/fs/cgroup -type d -name 'toolgate-*-${process.pid}-*' 2> /dev/null; :`], {
    encoding: "utf8"
  })
    .split("\n")
    .filter((line) => line !== "")

/** A shell text that starts six processes, each with another way of not being found; they hold the pipe, and take no notice of a SIGTERM. */
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

/** A number of seconds that no other test sleeps for: the word by which its processes are found. */
export const newMarker = () => `5${process.pid}.${++markers}`

/** Waits until no process with this word is left. Their end is the event; what leaves one never gets there. */
export const noneLeft = async (marker: string) => {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve))
}
