import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** Returns the ids of the processes whose arguments contain a word, without those that have ended and wait for their parent. */
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

/** Returns the cgroups that this process has made and not removed. Cgroups of other processes may vanish meanwhile, and do not count. */
export const cgroupsLeft = (): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `find /sys/fs/cgroup -type d -name 'toolgate-*-${process.pid}-*' 2> /dev/null; :`], {
    encoding: "utf8"
  })
    .split("\n")
    .filter((line) => line !== "")

/** Returns a shell text that starts six processes, each hidden in another way. They hold the pipe open, and ignore SIGTERM. */
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

/** Returns a number of seconds for which no other test sleeps. It is the word by which the processes of a test are found. */
export const newMarker = () => `5${process.pid}.${++markers}`

/** Waits until no process with this word is left. If one stays, the promise never settles. */
export const noneLeft = async (marker: string) => {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
}
