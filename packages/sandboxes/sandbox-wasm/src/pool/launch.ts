import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { coverInherited, openSyscallFilter } from "@toolgate/processes"

/** Everything that is needed to start a process. */
export interface ProcessLaunch {
  /** bubblewrap and its arguments, for a confined process. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
  readonly node: ReadonlyArray<string>
}

/** Starts a process whose only resource is a socket, as descriptor 3. */
export const launch = ({ bubblewrap, node }: ProcessLaunch): ChildProcess => {
  const channels = ["ignore", "ignore", "ignore", "pipe"] as const
  const filter = bubblewrap === undefined ? undefined : openSyscallFilter()
  try {
    const filtered = filter === undefined ? [] : ["--seccomp", String(channels.length)]
    const words = bubblewrap === undefined ? node : [...bubblewrap, ...filtered, "--", ...node]
    const [program = "", ...rest] = words
    // In a separate process group: a Ctrl-C at the terminal is meant for the gate, which decides about its calls.
    return spawn(program, rest, {
      env: {},
      cwd: "/",
      detached: true,
      stdio: [...coverInherited(filter === undefined ? channels : [...channels, filter])]
    })
  } finally {
    if (filter !== undefined) closeSync(filter)
  }
}
