import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { openSyscallFilter, withoutInherited } from "@toolgate/processes"

/** The parts with which a process is started. */
export interface Launch {
  /** bubblewrap and its arguments, if the process is confined. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
  /** The command line of Node. */
  readonly node: ReadonlyArray<string>
}

/** Starts a process that has nothing but a socket, as its descriptor 3. */
export const launch = ({ bubblewrap, node }: Launch): ChildProcess => {
  const channels = ["ignore", "ignore", "ignore", "pipe"] as const
  const filter = bubblewrap === undefined ? undefined : openSyscallFilter()
  try {
    const filtered = filter === undefined ? [] : ["--seccomp", String(channels.length)]
    const words = bubblewrap === undefined ? node : [...bubblewrap, ...filtered, "--", ...node]
    const [program = "", ...rest] = words
    // The process has a group of its own: a Ctrl-C at the terminal is meant for the gate, which decides what becomes of
    // its calls.
    return spawn(program, rest, {
      env: {},
      cwd: "/",
      detached: true,
      stdio: [...withoutInherited(filter === undefined ? channels : [...channels, filter])]
    })
  } finally {
    if (filter !== undefined) closeSync(filter)
  }
}
