import type { ChildProcess } from "node:child_process"
import type { Socket } from "node:net"
import { readJson } from "@toolgate/core/json"
import { decodeSignal, waitUntilDrained } from "@toolgate/processes"
import { BadFrame } from "../frames/BadFrame.ts"
import { readChildFrame } from "../frames/ChildFrame.ts"
import { encodeFramePieces } from "../frames/encodeFrame.ts"
import { type FrameBounds, FrameDecoder } from "../frames/FrameDecoder.ts"
import type { ParentFrame } from "../frames/ParentFrame.ts"
import { type CachedGuest, CachedGuests, getSize } from "./CachedGuest.ts"
import { CpuClock } from "./CpuClock.ts"
import { findNode } from "./findNode.ts"
import { launch, type ProcessLaunch } from "./launch.ts"
import type { Occupant, ProcessEnd } from "./Occupant.ts"

/** Milliseconds that a socket may outlive its process, before another process is suspected to have it open. */
const drainMs = 1_000

/** The time limit for bubblewrap to report how its process ended, in milliseconds, for a busy machine. */
const toldMs = 10_000

/** The most unread bytes in the socket: a module and its files are sent at once. */
const mostUnread = 128 * 2 ** 20

/** The limits of a process that may only report that it is ready. */
export const quietBounds: FrameBounds = { header: 64, body: 0 }

const unasked = "it sent a frame without being asked"

/** A process and the socket to it. It works for one occupant at a time. */
export class GuestProcess {
  readonly launch: ProcessLaunch
  /** Measures the process's processor time. Absent until the process is ready for the first time. */
  cpu: CpuClock | undefined = undefined
  idleSince = 0
  /** Whether the process has not yet worked for any occupant. */
  isFresh = true
  /** False while the process prepares something. */
  isReady = false
  private readonly child: ChildProcess
  private readonly socket: Socket | undefined
  private readonly decoder: FrameDecoder
  private readonly onGone: (process: GuestProcess) => void
  private readonly held = new CachedGuests()
  private scriptMemory: number | undefined = undefined
  private occupant: Occupant | undefined = undefined
  private fault: string | undefined = undefined
  private hasBegun = false
  private isKilled = false
  private end: Pick<ProcessEnd, "code" | "signal"> | undefined = undefined
  private isCutOff = false
  private lastResort: ReturnType<typeof setTimeout> | undefined = undefined
  private isGone = false

  constructor(start: ProcessLaunch, onGone: (process: GuestProcess) => void) {
    this.launch = start
    this.onGone = onGone
    this.decoder = new FrameDecoder({ ...quietBounds }, readJson)
    this.child = launch(start)
    this.child.once("exit", (code, signal) => this.exited(code, signal))
    // A process that could not be started does not exit.
    this.child.once("error", () => this.child.pid ?? this.exited(null, null))
    this.child.unref()
    // If the system is out of descriptors, the list of streams is missing, despite its type.
    this.socket = (this.child.stdio?.[3] ?? undefined) as Socket | undefined
    this.socket?.unref()
    this.socket?.on("data", (bytes: Buffer) => this.receive(bytes))
    this.socket?.on("error", (error) => this.broke(error))
    this.socket?.once("end", () => this.closes())
    this.socket?.once("close", () => this.tellGone())
  }

  /** Assigns the process to another occupant. */
  worksFor(occupant: Occupant, bounds: FrameBounds): void {
    const { header, body } = bounds
    this.isFresh &&= bounds === quietBounds
    this.occupant = occupant
    this.decoder.bounds.header = header
    this.decoder.bounds.body = body
  }

  /** Called when the process is ready for the first time. */
  begins(): void {
    this.hasBegun = true
    const pid = this.isConfined ? findNode(this.child.pid) : this.child.pid
    this.cpu = pid === undefined ? undefined : CpuClock.of(pid)
  }

  get isConfined(): boolean {
    return this.launch.bubblewrap !== undefined
  }

  /** False once the process is being killed. */
  get isUsable(): boolean {
    return !this.isKilled && this.end === undefined
  }

  /** Removes the occupant; the process must now be silent. Returns false if it has sent something already. */
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
    // Unread data accumulates here.
    if (socket.writableLength > mostUnread) this.kill("it does not read what it is sent")
    else for (const piece of encodeFramePieces(frame, parts)) socket.write(piece)
  }

  /** Sends what the process must receive before it is ready. */
  sendAhead(frame: ParentFrame, parts: ReadonlyArray<Uint8Array>): void {
    this.isReady = false
    this.send(frame, parts)
  }

  /** Asks the process to report when all earlier messages are done. */
  sync(): void {
    this.send({ type: "sync" })
    this.isReady = true
  }

  holds(guest: number): boolean {
    return this.held.has(guest)
  }

  /** Loads a guest into the process, unless it is loaded. */
  hold(guest: CachedGuest): void {
    const { id, parts } = guest
    const drop = this.held.use(id, getSize(guest))
    if (drop === "held") return
    this.isReady = false
    if (guest.kind === "module") this.send({ type: "hold", guest: id, drop }, parts)
    else this.send({ type: "source", guest: id, isTypeScript: guest.isTypeScript, drop }, parts)
  }

  /** Prepares the script engine for this memory limit. The process repeats that after each script. */
  prepareScripts(memoryBytes: number): void {
    if (this.scriptMemory === memoryBytes) return
    this.scriptMemory = memoryBytes
    this.isReady = false
    this.send({ type: "engine", memoryBytes })
  }

  /** Settles when everything that the process has sent so far is read. */
  async allRead(): Promise<void> {
    const { socket } = this
    if (socket !== undefined) await waitUntilDrained(() => socket.bytesRead)
  }

  /** Kills the process with SIGKILL. The occupant is notified when it is gone. */
  kill(fault?: string): void {
    this.fault ??= fault
    this.isKilled = true
    if (this.end !== undefined) return
    if (this.isConfined && !this.hasBegun) this.giveUp()
    else this.child.kill("SIGKILL")
  }

  /**
   * If bubblewrap is killed early, a process that it has just started remains, waiting. It contains no guest, and Node
   * exits when its socket closes.
   */
  private giveUp(): void {
    this.socket?.destroy()
    this.lastResort ??= setTimeout(() => this.child.kill("SIGKILL"), toldMs).unref()
  }

  private receive(bytes: Buffer): void {
    // After a bad frame, nothing more is read.
    if (this.fault !== undefined) return
    try {
      this.decoder.push(bytes)
      for (let frame = this.decoder.next(); frame !== undefined; frame = this.decoder.next())
        if (this.occupant === undefined) throw new BadFrame(unasked)
        else this.occupant.frame(readChildFrame(frame))
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error
      this.kill(error.message)
    }
  }

  /** A failed read ends the reading. After a failed write, reading stops too. */
  private broke(error: NodeJS.ErrnoException): void {
    this.isCutOff ||= error.syscall !== "read"
    this.closes()
  }

  /** A process that closes its socket is useless. bubblewrap reports the end a moment later. */
  private closes(): void {
    this.isKilled = true
    if (this.isConfined) setTimeout(() => this.kill(), toldMs).unref()
    else this.kill()
  }

  private exited(code: number | null, signal: NodeJS.Signals | null): void {
    const { socket } = this
    const inside = this.isConfined && signal === null ? decodeSignal(code) : null
    this.end = inside === null ? { code, signal } : { code: null, signal: inside }
    this.cpu?.close()
    clearTimeout(this.lastResort)
    if (socket?.destroyed === false) setTimeout(() => this.drain(socket), drainMs).unref()
    this.tellGone()
  }

  /** Reads everything that the process sent before its end. Data from another holder of the socket is ignored. */
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
