import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { Socket } from "node:net"
import type { Readable, Writable } from "node:stream"
import { withoutInherited } from "./inheritedDescriptors.ts"
import { inputFile } from "./inputFile.ts"
import type { Pipe } from "./Pipes.ts"

/** What the launcher is told. None of it becomes part of a script's text. */
export interface Launch {
  /** Files that take the launcher into the run's cgroups. */
  readonly doors: ReadonlyArray<string>
  /** Limits of a process, where there are no cgroups to hold them. */
  readonly rlimits: { readonly addressBytes?: number; readonly cpuMs?: number }
  readonly words: ReadonlyArray<string>
  readonly environment: Record<string, string>
  readonly workingFolder: string
  /** What it reads from its standard input; nothing where there is none. */
  readonly input: string | undefined
  /** For standard output and standard error; Node's own otherwise. */
  readonly pipes: ReadonlyArray<Pipe> | undefined
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

/** What was started, and the channels to it. */
export interface Launched {
  readonly child: ChildProcess
  readonly stdout: Readable
  readonly stderr: Readable
  readonly gatehouse: Gatehouse | undefined
}

/** The status with which a launcher ends when it could not prepare the run. The program was not started then. */
const unprepared = 125

/**
 * Goes into the cgroups, takes the limits of a process upon itself, and becomes the program: everything that the
 * program starts is born in them.
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
  const { bubblewrap, input } = run
  const [out, err] = run.pipes ?? []
  const file = input === undefined ? undefined : inputFile(input)
  const gate = bubblewrap === undefined ? [] : (["pipe", "pipe", "pipe"] as const)
  const standard = [
    input === undefined ? "ignore" : (file ?? "pipe"),
    out?.write ?? "pipe",
    err?.write ?? "pipe"
  ] as const
  let child: ChildProcess
  try {
    child = spawn("/bin/sh", ["-c", enter, "sh", ...wordsOf(run)], {
      cwd: bubblewrap === undefined ? run.workingFolder : "/",
      env: run.environment,
      // A group of its own: what is told to the whole group is not told to the gate.
      detached: true,
      stdio: [...withoutInherited([...standard, ...gate])]
    })
  } catch (error) {
    close(out?.read, err?.read)
    throw error
  } finally {
    // Held open here, they would never end.
    close(file, out?.write, err?.write)
  }
  const [stdin, stdout, stderr, info, ready, release]: ReadonlyArray<unknown> = child.stdio
  if (input !== undefined && file === undefined) send(stdin as Writable, input)
  return {
    child,
    stdout: out === undefined ? (stdout as Readable) : reading(out.read),
    stderr: err === undefined ? (stderr as Readable) : reading(err.read),
    gatehouse:
      bubblewrap === undefined
        ? undefined
        : { info: info as Readable, ready: ready as Readable, release: release as Writable }
  }
}

const wordsOf = ({ doors, rlimits, bubblewrap, words }: Launch): ReadonlyArray<string> => [
  String(doors.length),
  ...doors,
  rlimits.addressBytes === undefined ? "-" : String(Math.ceil(rlimits.addressBytes / 1024)),
  rlimits.cpuMs === undefined ? "-" : String(Math.ceil(rlimits.cpuMs / 1000)),
  ...(bubblewrap === undefined ? [] : [...bubblewrap, "--info-fd", "3", "--", "/bin/sh", "-c", wait, "sh"]),
  ...words
]

const reading = (fd: number): Readable => new Socket({ fd, readable: true, writable: false })

const close = (...descriptors: ReadonlyArray<number | undefined>): void => {
  for (const fd of descriptors) if (fd !== undefined) closeSync(fd)
}

// A program need not read what it is given, nor live long enough to.
const send = (stdin: Writable, text: string): void => {
  stdin.on("error", () => {})
  stdin.end(text)
}
