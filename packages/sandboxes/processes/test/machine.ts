import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CgroupPlaces } from "../src/cgroups/CgroupPlaces.ts"

/** Whether bubblewrap works here; what needs it is skipped elsewhere. */
export const hasBubblewrap = (() => {
  try {
    execFileSync("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

export const hasPerl = existsSync("/usr/bin/perl")

export const isRoot = process.getuid?.() === 0

/** Where this machine's cgroups can hold a process. */
export const { places } = new CgroupPlaces()

/** A new folder, gone with the test. */
export class Folder implements Disposable {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
  at(name: string): string {
    return join(this.path, name)
  }
  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** The processes whose arguments hold a word, but for those that are gone already. */
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

/** The cgroups that this process has made and not taken away. Those of others may be taken away while it is looked for them. */
export const cgroupsLeft = (): ReadonlyArray<string> =>
  execFileSync("sh", ["-c", `find /sys/fs/cgroup -type d -name 'toolgate-*-${process.pid}-*' 2> /dev/null; :`], {
    encoding: "utf8"
  })
    .split("\n")
    .filter((line) => line !== "")

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
export const newMarker = () => `5${process.pid}.${++markers}`

/** When no process with this word is left. Their end is the event; what leaves one never gets there. */
export const noneLeft = async (marker: string) => {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve))
}
