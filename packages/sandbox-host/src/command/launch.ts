import { type ChildProcess, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { withoutInherited } from "./inheritedDescriptors.ts"

/** What the launcher is told. None of it becomes part of a script's text. */
export interface Launch {
  /** Files that take the launcher into the run's cgroups. */
  readonly doors: ReadonlyArray<string>
  /** Limits of a process, where there are no cgroups to hold them. */
  readonly rlimits: { readonly addressBytes?: number; readonly cpuMs?: number }
  readonly words: ReadonlyArray<string>
  readonly environment: Record<string, string>
  readonly workingFolder: string
  /** Given a standard input to read from; otherwise there is nothing to read. */
  readonly hasInput: boolean
  /** The words of bubblewrap, where the program runs confined. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
}

/** The three channels that a confined program waits behind until it is let go. */
export interface Gatehouse {
  /** bubblewrap says here which processes and namespaces it made. */
  readonly info: Readable
  /** The launcher says here that every mount is made. */
  readonly ready: Readable
  readonly release: Writable
}

export interface Launched {
  readonly child: ChildProcess
  readonly stdout: Readable
  readonly stderr: Readable
  readonly stdin: Writable | undefined
  readonly gatehouse: Gatehouse | undefined
}

/** The status with which a launcher ends when it could not prepare the run. The program was not started then. */
export const unprepared = 125

/**
 * Goes into the cgroups, takes the limits of a process upon itself, and becomes the program: everything that the program
 * starts is born in them.
 */
const enter = `
doors=$1; shift
while [ "$doors" -gt 0 ]; do echo 0 > "$1" || exit ${unprepared}; shift; doors=$((doors - 1)); done
[ "$1" = - ] || ulimit -v "$1" || exit ${unprepared}
[ "$2" = - ] || { ulimit -t "$(($2 + 1))" && ulimit -S -t "$2"; } || exit ${unprepared}
shift 2
exec "$@"`

/** The first thing inside: says that it is there, and becomes the program when it is told to. */
const wait = `
echo >&4
read -r go <&5 || exit ${unprepared}
exec 3>&- 4>&- 5<&-
exec "$@"`

/** Starts a program. A confined one waits at its gatehouse; another one is off. */
export const launch = (run: Launch): Launched => {
  const { doors, rlimits, words, bubblewrap } = run
  const program =
    bubblewrap === undefined ? words : [...bubblewrap, "--info-fd", "3", "--", "/bin/sh", "-c", wait, "sh", ...words]
  const gate = bubblewrap === undefined ? [] : (["pipe", "pipe", "pipe"] as const)
  const channels = [run.hasInput ? ("pipe" as const) : ("ignore" as const), "pipe" as const, "pipe" as const, ...gate]
  const child: ChildProcess = spawn(
    "/bin/sh",
    [
      "-c",
      enter,
      "sh",
      String(doors.length),
      ...doors,
      rlimits.addressBytes === undefined ? "-" : String(Math.ceil(rlimits.addressBytes / 1024)),
      rlimits.cpuMs === undefined ? "-" : String(Math.ceil(rlimits.cpuMs / 1000)),
      ...program
    ],
    {
      cwd: bubblewrap === undefined ? run.workingFolder : "/",
      env: run.environment,
      // A group of its own: what is told to the whole group is not told to the gate.
      detached: true,
      stdio: [...withoutInherited(channels)]
    }
  )
  const [stdin, stdout, stderr, info, ready, release]: ReadonlyArray<unknown> = child.stdio
  return {
    child,
    stdin: (stdin as Writable | null) ?? undefined,
    stdout: stdout as Readable,
    stderr: stderr as Readable,
    gatehouse:
      bubblewrap === undefined
        ? undefined
        : { info: info as Readable, ready: ready as Readable, release: release as Writable }
  }
}
