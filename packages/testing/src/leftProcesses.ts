import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/**
 * Returns the ids of processes with a word in their arguments, without zombies.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { spawn } from "node:child_process"
 * import { once } from "node:events"
 * import { findProcesses, makeMarker } from "@toolgate/testing"
 *
 * const marker = makeMarker()
 * const child = spawn("sleep", [marker])
 * await once(child, "spawn")
 * const found = findProcesses(marker)
 * child.kill()
 * assert.deepEqual(found, [child.pid])
 * ```
 */
export const findProcesses = (word: string): ReadonlyArray<number> =>
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

/**
 * Returns the cgroups that this process has made and not removed. Cgroups of other processes are ignored.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { listLeftCgroups } from "@toolgate/testing"
 *
 * // No cgroup is left after the test.
 * assert.deepEqual(listLeftCgroups(), [])
 * ```
 */
export const listLeftCgroups = (): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `find /sys/fs/cgroup -type d -name 'toolgate-*-${process.pid}-*' 2> /dev/null; :`], {
    encoding: "utf8"
  })
    .split("\n")
    .filter((line) => line !== "")

/**
 * Returns a shell text that starts six processes, each hidden in a different way. They keep the pipe open and ignore
 * SIGTERM.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeMarker, makeSixProcesses } from "@toolgate/testing"
 *
 * // A sandbox has to end all of these processes.
 * const marker = makeMarker()
 * assert(makeSixProcesses(marker).split(marker).length > 6)
 * ```
 */
export const makeSixProcesses = (marker: string) => `
trap '' TERM
sleep ${marker} &
(sleep ${marker} &)
setsid sleep ${marker} &
nohup setsid sh -c "trap '' TERM HUP; sleep ${marker}; :" &
setsid sh -c "(setsid sh -c \\"trap '' TERM; sleep ${marker}; :\\" &) ; exit" &
env -i setsid /bin/sh -c "trap '' TERM; exec /bin/sleep ${marker}" &
`

let markers = 0

/**
 * Returns a unique number of seconds for `sleep`, by which a test finds its processes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findProcesses, makeMarker } from "@toolgate/testing"
 *
 * const marker = makeMarker()
 * assert.notEqual(makeMarker(), marker)
 * assert.deepEqual(findProcesses(marker), [])
 * ```
 */
export const makeMarker = () => `5${process.pid}.${++markers}`

/**
 * Waits until no process with this word is left. If one remains, the promise never settles.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { spawn } from "node:child_process"
 * import { once } from "node:events"
 * import { findProcesses, makeMarker, waitUntilNoneLeft } from "@toolgate/testing"
 *
 * const marker = makeMarker()
 * const child = spawn("sleep", [marker])
 * await once(child, "spawn")
 * child.kill()
 * await waitUntilNoneLeft(marker)
 * assert.deepEqual(findProcesses(marker), [])
 * ```
 */
export const waitUntilNoneLeft = async (marker: string) => {
  while (findProcesses(marker).length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
}
