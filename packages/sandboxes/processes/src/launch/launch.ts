import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { Socket } from "node:net"
import type { Duplex, Readable, Writable } from "node:stream"
import { coverInherited } from "../coverInherited.ts"
import { openSyscallFilter } from "../filter/openSyscallFilter.ts"
import { openUnnamedFile } from "../openUnnamedFile.ts"
import { tryOrUndefined } from "../tryOrUndefined.ts"
import type { Pipe } from "./Pipes.ts"

/** The launcher's input. It is passed as arguments and never becomes part of a script. */
export interface LauncherInput {
  /** Files through which the launcher enters the run's cgroups. */
  readonly doors: ReadonlyArray<string>
  /** Per-process limits, used where there is no cgroup. The process limit is set only for a confined program. */
  readonly rlimits: { readonly addressBytes?: number; readonly cpuMs?: number; readonly processes?: number }
  readonly words: ReadonlyArray<string>
  readonly environment: Record<string, string>
  readonly workingFolder: string
  /** Standard input, unless it is the channel. */
  readonly input: { readonly text: string } | "nothing" | "inherited"
  /** The channel to the program: descriptor 3, or standard input and output. */
  readonly channel: "descriptor" | "stdio" | undefined
  /** Pipes for standard output, standard error, and an input that is the channel. Absent: Node's sockets. */
  readonly pipes: ReadonlyArray<Pipe> | undefined
  /** The command line of bubblewrap, for a confined program. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
}

/** The channels to a confined program that waits for its release. */
export interface BarrierChannels {
  /** bubblewrap reports its child processes and namespaces here. */
  readonly info: Readable
  /**
   * The launcher reports here that everything is mounted, whether the program exists, and whether it has set the
   * process limit.
   */
  readonly ready: Readable
  readonly release: Writable
}

/** A started program and its streams. */
export interface Launched {
  readonly child: ChildProcess
  readonly stdout: Readable
  readonly stderr: Readable
  /** The gate's end of the channel: a two-way socket, or the program's standard output and input. */
  readonly channel: { readonly reader: Readable; readonly writer: Writable } | undefined
  readonly barrier: BarrierChannels | undefined
}

/** The exit status of a launcher that fails before the program starts. */
const unprepared = 125

/** Enters the cgroups, sets the per-process limits, and executes the program. All children inherit both. */
const enter = `
doors=$1; shift
while [ "$doors" -gt 0 ]; do echo 0 > "$1" || exit ${unprepared}; shift; doors=$((doors - 1)); done
[ "$1" = - ] || ulimit -v "$1" || exit ${unprepared}
[ "$2" = - ] || { ulimit -t "$(($2 + 1))" && ulimit -S -t "$2"; } || exit ${unprepared}
shift 2
exec "$@"`

/**
 * The first program inside the sandbox. It sets the process limit, which counts only this namespace here, reports
 * whether the program exists, and executes the program after the release. Shells use two letters for this limit, and
 * some set only the soft limit unless the hard one is named. The program's channel replaces the barrier's channels.
 */
const wait = (channels: string) => `
most() { ulimit -S "$1" "$2" && ulimit -H "$1" "$2"; }
held=free
[ "$1" = - ] || { { most -p "$1" || most -u "$1"; } 2> /dev/null && held=held; }
shift
case $1 in */*) [ -f "$1" ] && [ -x "$1" ] ;; *) command -v "$1" ;; esac > /dev/null 2>&1 && found=yes || found=no
echo "$found $held" >&4
read -r go <&5 || exit ${unprepared}
exec ${channels}
exec "$@"`

/**
 * bubblewrap keeps its standard channels open while the program runs, and passes on all others. A channel on standard
 * input and output is therefore passed on other descriptors, so that only the program holds its ends.
 */
const waits = {
  none: wait("3>&- 4>&- 5<&-"),
  descriptor: wait("3<&6 4>&- 5<&- 6<&-"),
  stdio: wait("0<&6 1>&7 3>&- 4>&- 5<&- 6<&- 7>&-")
}

/** Starts a program. A confined program waits at its barrier; an unconfined program begins at once. */
export const launch = (run: LauncherInput): Launched => {
  const { bubblewrap, channel } = run
  const [out, err, into] = run.pipes ?? []
  const text = typeof run.input === "object" ? run.input.text : undefined
  const file = text === undefined ? undefined : tryOrUndefined(() => openUnnamedFile(text))
  const standard = [standardInput(run, into?.read ?? file), out?.write ?? "pipe", err?.write ?? "pipe"] as const
  const gate = bubblewrap === undefined ? [] : (["pipe", "pipe", "pipe"] as const)
  const isMoved = channel === "stdio" && bubblewrap !== undefined
  const first = isMoved ? (["ignore", "ignore", standard[2]] as const) : standard
  const last = isMoved ? standard.slice(0, 2) : channel === "descriptor" ? (["pipe"] as const) : []
  const channels = [...first, ...gate, ...last]
  let child: ChildProcess
  let filter: number | undefined
  try {
    filter = bubblewrap === undefined ? undefined : openSyscallFilter()
    const filtered = filter === undefined ? [] : ["--seccomp", String(channels.length)]
    child = spawn("/bin/sh", ["-c", enter, "sh", ...wordsOf(run, filtered)], {
      cwd: bubblewrap === undefined ? run.workingFolder : "/",
      env: run.environment,
      // In a separate process group, because a signal to the group must not reach the gate.
      detached: true,
      stdio: [...coverInherited(filter === undefined ? channels : [...channels, filter])]
    })
  } catch (error) {
    close(out?.read, err?.read, into?.write)
    throw error
  } finally {
    // If these descriptors stayed open, the streams would never end.
    close(file, filter, out?.write, err?.write, into?.read)
  }
  const streams: ReadonlyArray<unknown> = child.stdio
  const [info, ready, release] = streams.slice(first.length)
  const moved = streams.slice(first.length + gate.length)
  const [stdin, ownStdout] = isMoved ? moved : streams
  if (text !== undefined && file === undefined) send(stdin as Writable, text)
  const stdout = out === undefined ? (ownStdout as Readable) : reading(out.read)
  return {
    child,
    stdout,
    stderr: err === undefined ? (streams[2] as Readable) : reading(err.read),
    channel:
      channel === "stdio"
        ? { reader: stdout, writer: into === undefined ? (stdin as Writable) : writing(into.write) }
        : channel === "descriptor"
          ? bothWays(moved[0] as Duplex)
          : undefined,
    barrier:
      bubblewrap === undefined
        ? undefined
        : { info: info as Readable, ready: ready as Readable, release: release as Writable }
  }
}

const standardInput = ({ input, channel }: LauncherInput, prepared: number | undefined) => {
  if (channel !== "stdio" && input === "nothing") return "ignore"
  return channel !== "stdio" && input === "inherited" ? "inherit" : (prepared ?? "pipe")
}

const bothWays = (socket: Duplex) => ({ reader: socket, writer: socket })

const wordsOf = (
  { doors, rlimits, bubblewrap, words, channel }: LauncherInput,
  filtered: ReadonlyArray<string>
): ReadonlyArray<string> => {
  // bubblewrap has one process inside the namespace.
  const innermost = rlimits.processes === undefined ? "-" : String(rlimits.processes + 1)
  return [
    String(doors.length),
    ...doors,
    rlimits.addressBytes === undefined ? "-" : String(Math.ceil(rlimits.addressBytes / 1024)),
    rlimits.cpuMs === undefined ? "-" : String(Math.ceil(rlimits.cpuMs / 1000)),
    ...(bubblewrap === undefined
      ? []
      : [
          ...bubblewrap,
          ...filtered,
          "--info-fd",
          "3",
          "--",
          "/bin/sh",
          "-c",
          waits[channel ?? "none"],
          "sh",
          innermost
        ]),
    ...words
  ]
}

const reading = (fd: number): Readable => new Socket({ fd, readable: true, writable: false })

const writing = (fd: number): Writable => new Socket({ fd, readable: false, writable: true })

const close = (...descriptors: ReadonlyArray<number | undefined>): void => {
  for (const fd of descriptors) if (fd !== undefined) closeSync(fd)
}

// A program may end without reading its input.
const send = (stdin: Writable, text: string): void => {
  stdin.on("error", () => {})
  stdin.end(text)
}
