import type { ChildProcess } from "node:child_process"
import type { Socket } from "node:net"
import { readJson } from "@toolgate/core/json"
import { signalOf, untilDry } from "@toolgate/processes"
import { BadFrame } from "../frames/BadFrame.ts"
import { childFrame } from "../frames/ChildFrame.ts"
import { framePieces } from "../frames/encodeFrame.ts"
import { type FrameBounds, FrameDecoder } from "../frames/FrameDecoder.ts"
import type { ParentFrame } from "../frames/ParentFrame.ts"
import { CpuClock } from "./CpuClock.ts"
import { type HeldGuest, HeldSet, sizeOf } from "./HeldGuest.ts"
import { type Launch, launch } from "./launch.ts"
import { nodeIn } from "./nodeIn.ts"
import type { Occupant, ProcessEnd } from "./Occupant.ts"

/**
 * The time for which a socket may outlive its process, in milliseconds, before somebody else is suspected to hold it.
 */
const drainMs = 1_000

/**
 * The time in which bubblewrap has to report how its process ended, in milliseconds, on a machine with much else to do.
 */
const toldMs = 10_000

/** The most bytes that may wait for the process to read them: a module and its files come at once. */
const mostUnread = 128 * 2 ** 20

/** The bounds for a process that has nothing to say but that it is ready. */
export const quietBounds: FrameBounds = { header: 64, body: 0 }

const unasked = "it sent a frame without being asked"

/** A process, and the socket that it shares with its parent. A process works for one occupant at a time. */
export class GuestProcess {
  readonly launch: Launch
  /** The clock of the process's CPU time. Absent until the process is ready for the first time. */
  cpu: CpuClock | undefined = undefined
  idleSince = 0
  /** Whether nobody has had the process do more than make itself ready. */
  isFresh = true
  /** False while the process is still making ready what it was told to. */
  isReady = false
  private readonly child: ChildProcess
  private readonly socket: Socket | undefined
  private readonly decoder: FrameDecoder
  private readonly onGone: (process: GuestProcess) => void
  private readonly held = new HeldSet()
  private scriptMemory: number | undefined = undefined
  private occupant: Occupant | undefined = undefined
  private fault: string | undefined = undefined
  private hasBegun = false
  private isKilled = false
  private end: Pick<ProcessEnd, "code" | "signal"> | undefined = undefined
  private isCutOff = false
  private lastResort: ReturnType<typeof setTimeout> | undefined = undefined
  private isGone = false

  constructor(start: Launch, onGone: (process: GuestProcess) => void) {
    this.launch = start
    this.onGone = onGone
    this.decoder = new FrameDecoder({ ...quietBounds }, readJson)
    this.child = launch(start)
    this.child.once("exit", (code, signal) => this.exited(code, signal))
    // A process that could not be started has no exit.
    this.child.once("error", () => this.child.pid ?? this.exited(null, null))
    this.child.unref()
    // Without descriptors to spare there is no list of streams at all, whatever its type says.
    this.socket = (this.child.stdio?.[3] ?? undefined) as Socket | undefined
    this.socket?.unref()
    this.socket?.on("data", (bytes: Buffer) => this.receive(bytes))
    this.socket?.on("error", (error) => this.broke(error))
    this.socket?.once("end", () => this.closes())
    this.socket?.once("close", () => this.tellGone())
  }

  /** Passes the frames and the end of the process to another occupant from here on. */
  worksFor(occupant: Occupant, bounds: FrameBounds): void {
    const { header, body } = bounds
    this.isFresh &&= bounds === quietBounds
    this.occupant = occupant
    this.decoder.bounds.header = header
    this.decoder.bounds.body = body
  }

  /** Called when the process is ready for the first time. No guest has been in it yet. */
  begins(): void {
    this.hasBegun = true
    const pid = this.isConfined ? nodeIn(this.child.pid) : this.child.pid
    this.cpu = pid === undefined ? undefined : CpuClock.of(pid)
  }

  get isConfined(): boolean {
    return this.launch.bubblewrap !== undefined
  }

  /** False from the moment when the process is told to end. */
  get isUsable(): boolean {
    return !this.isKilled && this.end === undefined
  }

  /** Leaves the process without an occupant, with nothing to say. Returns false if it has already said something. */
  rests(): boolean {
    if (!this.isUsable) return false
    this.occupant = undefined
    Object.assign(this.decoder.bounds, quietBounds)
    if (!this.decoder.isEmpty) this.kill(unasked)
    return !this.isKilled
  }

  send(frame: ParentFrame, parts?: ReadonlyArray<Uint8Array>): void {
    const { socket } = this
    if (this.end !== undefined || socket === undefined) return
    // Data that the process does not read is kept here.
    if (socket.writableLength > mostUnread) this.kill("it does not read what it is sent")
    else for (const piece of framePieces(frame, parts)) socket.write(piece)
  }

  /** Sends what the process has to take in before it is ready. */
  sendAhead(frame: ParentFrame, parts: ReadonlyArray<Uint8Array>): void {
    this.isReady = false
    this.send(frame, parts)
  }

  /** Asks the process to report that it is ready, when it has done everything that it was told. */
  sync(): void {
    this.send({ type: "sync" })
    this.isReady = true
  }

  holds(guest: number): boolean {
    return this.held.has(guest)
  }

  /** Makes sure that the process has made a guest ready before it is told to run it. */
  hold(guest: HeldGuest): void {
    const { id, parts } = guest
    const drop = this.held.use(id, sizeOf(guest))
    if (drop === "held") return
    this.isReady = false
    if (guest.kind === "module") this.send({ type: "hold", guest: id, drop }, parts)
    else this.send({ type: "source", guest: id, isTypeScript: guest.isTypeScript, drop }, parts)
  }

  /**
   * Has the process make ready for a script with this much memory. After each script, the process does so by itself.
   */
  prepareScripts(memoryBytes: number): void {
    if (this.scriptMemory === memoryBytes) return
    this.scriptMemory = memoryBytes
    this.isReady = false
    this.send({ type: "engine", memoryBytes })
  }

  /** Settles when everything is read that the process has sent by now. */
  async allRead(): Promise<void> {
    const { socket } = this
    if (socket !== undefined) await untilDry(() => socket.bytesRead)
  }

  /** Kills the process with SIGKILL. Its occupant is told when the process is gone. */
  kill(fault?: string): void {
    this.fault ??= fault
    this.isKilled = true
    if (this.end !== undefined) return
    if (this.isConfined && !this.hasBegun) this.giveUp()
    else this.child.kill("SIGKILL")
  }

  /**
   * If bubblewrap is killed early, it leaves behind a process that it has just started and not yet let go on. No guest
   * is in that process, and Node ends by itself when its socket is closed.
   */
  private giveUp(): void {
    this.socket?.destroy()
    this.lastResort ??= setTimeout(() => this.child.kill("SIGKILL"), toldMs).unref()
  }

  private receive(bytes: Buffer): void {
    // After a bad frame, nothing of the process is read any more.
    if (this.fault !== undefined) return
    try {
      this.decoder.push(bytes)
      for (let frame = this.decoder.next(); frame !== undefined; frame = this.decoder.next())
        if (this.occupant === undefined) throw new BadFrame(unasked)
        else this.occupant.frame(childFrame(frame))
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      this.kill(error.message)
    }
  }

  /** If reading fails, there is nothing left to read. If writing fails, reading stops there. */
  private broke(error: NodeJS.ErrnoException): void {
    this.isCutOff ||= error.syscall !== "read"
    this.closes()
  }

  /**
   * A process that closes its socket is of no more use. bubblewrap reports how a process ended a moment after it has
   * ended.
   */
  private closes(): void {
    this.isKilled = true
    if (this.isConfined) setTimeout(() => this.kill(), toldMs).unref()
    else this.kill()
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    const { socket } = this
    const inside = this.isConfined && signal === null ? signalOf(code) : null
    this.end = inside === null ? { code, signal } : { code: null, signal: inside }
    this.cpu?.close()
    clearTimeout(this.lastResort)
    if (socket?.destroyed === false) setTimeout(() => this.drain(socket), drainMs).unref()
    this.tellGone()
  }

  /**
   * Everything that the process sent before its end is read. Whoever still holds the socket afterwards is not listened
   * to.
   */
  private async drain(socket: Socket): Promise<void> {
    await this.allRead()
    this.isCutOff ||= !socket.readableEnded
    socket.destroy()
  }

  private tellGone(): void {
    if (this.end === undefined || this.socket?.closed === false || this.isGone) return
    this.isGone = true
    this.onGone(this)
    this.occupant?.gone({ ...this.end, fault: this.fault, isCutOff: this.isCutOff })
  }
}
