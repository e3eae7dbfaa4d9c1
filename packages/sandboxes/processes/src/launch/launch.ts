import { type ChildProcess, spawn } from "node:child_process"
import { closeSync } from "node:fs"
import { Socket } from "node:net"
import type { Duplex, Readable, Writable } from "node:stream"
import { openSyscallFilter } from "../filter/openSyscallFilter.ts"
import { withoutInherited } from "../inheritedDescriptors.ts"
import { tried } from "../tried.ts"
import { unnamedFile } from "../unnamedFile.ts"
import type { Pipe } from "./Pipes.ts"

/** What the launcher is told. None of it becomes part of a script's text. */
export interface Launch {
  /** Files that take the launcher into the run's cgroups. */
  readonly doors: ReadonlyArray<string>
  /** Limits of a process, where there are no cgroups to hold them. That of processes is set where the program runs confined. */
  readonly rlimits: { readonly addressBytes?: number; readonly cpuMs?: number; readonly processes?: number }
  readonly words: ReadonlyArray<string>
  readonly environment: Record<string, string>
  readonly workingFolder: string
  /** What it reads from its standard input, where that is not its channel. */
  readonly input: { readonly text: string } | "nothing" | "inherited"
  /** Where it is spoken to and heard while it runs: its descriptor 3, or its standard input and output. */
  readonly channel: "descriptor" | "stdio" | undefined
  /** For standard output, standard error, and an input that is its channel; Node's own otherwise. */
  readonly pipes: ReadonlyArray<Pipe> | undefined
  /** The words of bubblewrap, where the program runs confined. */
  readonly bubblewrap: ReadonlyArray<string> | undefined
}

/** The three channels that a confined program waits behind until it is let go. */
export interface HeldChannels {
  /** bubblewrap says here which processes and namespaces it made. */
  readonly info: Readable
  /** The launcher says here that every mount is made, whether the program is found among them, and what it is held to. */
  readonly ready: Readable
  readonly release: Writable
}

/** What was started, and the channels to it. */
export interface Launched {
  readonly child: ChildProcess
  readonly stdout: Readable
  readonly stderr: Readable
  /** This end of its channel: one socket, both ways, or what is its standard output and input. */
  readonly channel: { readonly reader: Readable; readonly writer: Writable } | undefined
  readonly gatehouse: HeldChannels | undefined
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

/**
 * The first thing inside: takes the limit of processes upon itself, which counts those of this namespace here, says that it is
 * there, and whether the program is, and becomes the program when it is told to. Shells have two letters for that limit, and
 * some set only its softer half unless it is named. The program's channel comes after those of the gatehouse, and takes their
 * place.
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
 * bubblewrap keeps its own standard channels open as long as the program runs, and hands on all others: where those are a
 * program's channel, it is given them as others, so that their ends are the program's.
 */
const waits = {
  none: wait("3>&- 4>&- 5<&-"),
  descriptor: wait("3<&6 4>&- 5<&- 6<&-"),
  stdio: wait("0<&6 1>&7 3>&- 4>&- 5<&- 6<&- 7>&-")
}

/** Starts a program. A confined one waits at its gatehouse; another one is off. */
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
      // A group of its own: what is told to the whole group is not told to the gate.
      detached: true,
      stdio: [...withoutInherited(filter === undefined ? channels : [...channels, filter])]
    })
  } catch (error) {
    close(out?.read, err?.read, into?.write)
    throw error
  } finally {
    // Held open here, they would never end.
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
  // bubblewrap has a process of its own in there.
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

// A program need not read what it is given, nor live long enough to.
const send = (stdin: Writable, text: string): void => {
  stdin.on("error", () => {})
  stdin.end(text)
}
