import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { Socket } from "node:net"
import type { Duplex, Readable, Writable } from "node:stream"
import { openSyscallFilter } from "../filter/openSyscallFilter.ts"
import { withoutInherited } from "../inheritedDescriptors.ts"
import { tried } from "../tried.ts"
import { unnamedFile } from "../unnamedFile.ts"
import type { Pipe } from "./Pipes.ts"

/** The instructions for the launcher. None of them becomes part of a script's text. */
export interface Launch {
  /** Files that take the launcher into the run's cgroups. */
  readonly doors: ReadonlyArray<string>
  /**
   * Limits of a process, used if there are no cgroups to hold them. The limit of processes is set only for a confined
   * program.
   */
  readonly rlimits: { readonly addressBytes?: number; readonly cpuMs?: number; readonly processes?: number }
  readonly words: ReadonlyArray<string>
  readonly environment: Record<string, string>
  readonly workingFolder: string
  /** The program's standard input, if that is not its channel. */
  readonly input: { readonly text: string } | "nothing" | "inherited"
  /** The channel to the running program: its descriptor 3, or its standard input and output. */
  readonly channel: "descriptor" | "stdio" | undefined
  /** Pipes for standard output, standard error, and an input that is the channel. Absent: Node's own channels. */
  readonly pipes: ReadonlyArray<Pipe> | undefined
  /** The arguments of bubblewrap, if the program runs confined. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
}

/** The three channels behind which a confined program waits until it is let go. */
export interface HeldChannels {
  /** On this channel, bubblewrap reports which processes and namespaces it made. */
  readonly info: Readable
  /**
   * On this channel, the launcher reports that every mount is made, whether the program exists among them, and which
   * limit it holds.
   */
  readonly ready: Readable
  readonly release: Writable
}

/** A started program, and the channels to it. */
export interface Launched {
  readonly child: ChildProcess
  readonly stdout: Readable
  readonly stderr: Readable
  /** The gate's end of the program's channel: one socket both ways, or the program's standard output and input. */
  readonly channel: { readonly reader: Readable; readonly writer: Writable } | undefined
  readonly gatehouse: HeldChannels | undefined
}

/** The exit status of a launcher that could not prepare the run. The program was not started then. */
const unprepared = 125

/**
 * Enters the cgroups, takes on the limits of a process, and becomes the program. Everything that the program starts is
 * born in the cgroups and with the limits.
 */
const enter = `
doors=$1; shift
while [ "$doors" -gt 0 ]; do echo 0 > "$1" || exit ${unprepared}; shift; doors=$((doors - 1)); done
[ "$1" = - ] || ulimit -v "$1" || exit ${unprepared}
[ "$2" = - ] || { ulimit -t "$(($2 + 1))" && ulimit -S -t "$2"; } || exit ${unprepared}
shift 2
exec "$@"`

/**
 * The first program inside the confinement. It takes on the limit of processes, which counts only this namespace here,
 * reports that it is there and whether the program exists, and becomes the program when it is told to. Shells have two
 * letters for that limit, and some set only its soft half unless the hard one is named. The program's channel comes
 * after the gatehouse's channels, and takes their place.
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
 * bubblewrap keeps its own standard channels open as long as the program runs, and passes on all others. So a standard
 * channel that is the program's channel is passed as another descriptor, so that both its ends are the program's.
 */
const waits = {
  none: wait("3>&- 4>&- 5<&-"),
  descriptor: wait("3<&6 4>&- 5<&- 6<&-"),
  stdio: wait("0<&6 1>&7 3>&- 4>&- 5<&- 6<&- 7>&-")
}

/** Starts a program. A confined program waits at its gatehouse; an unconfined program begins at once. */
export const launch = (run: Launch): Launched => {
  const { bubblewrap, channel } = run
  const [out, err, into] = run.pipes ?? []
  const text = typeof run.input === "object" ? run.input.text : undefined
  const file = text === undefined ? undefined : tried(() => unnamedFile(text))
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
      // With a process group of its own, a signal to the whole group does not reach the gate.
      detached: true,
      stdio: [...withoutInherited(filter === undefined ? channels : [...channels, filter])]
    })
  } catch (error) {
    close(out?.read, err?.read, into?.write)
    throw error
  } finally {
    // If these descriptors stayed open here, the streams would never end.
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
    gatehouse:
      bubblewrap === undefined
        ? undefined
        : { info: info as Readable, ready: ready as Readable, release: release as Writable }
  }
}

const standardInput = ({ input, channel }: Launch, prepared: number | undefined) => {
  if (channel !== "stdio" && input === "nothing") return "ignore"
  return channel !== "stdio" && input === "inherited" ? "inherit" : (prepared ?? "pipe")
}

const bothWays = (socket: Duplex) => ({ reader: socket, writer: socket })

const wordsOf = (
  { doors, rlimits, bubblewrap, words, channel }: Launch,
  filtered: ReadonlyArray<string>
): ReadonlyArray<string> => {
  // bubblewrap itself has one process inside.
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

// A program need not read its input, nor live long enough to read it.
const send = (stdin: Writable, text: string): void => {
  stdin.on("error", () => {})
  stdin.end(text)
}
