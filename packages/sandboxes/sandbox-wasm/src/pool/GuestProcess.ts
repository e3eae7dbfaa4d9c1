import type { ChildProcess } from "node:child_process"
import type { Socket } from "node:net"
import { signalOf, untilDry } from "@toolgate/processes"
import { BadFrame } from "../frames/BadFrame.ts"
import { childFrame } from "../frames/ChildFrame.ts"
import { framePieces } from "../frames/encodeFrame.ts"
import { type FrameBounds, FrameDecoder } from "../frames/FrameDecoder.ts"
import type { ParentFrame } from "../frames/ParentFrame.ts"
import { CpuClock } from "./CpuClock.ts"
import { type HeldGuest, sizeOf } from "./HeldGuest.ts"
import { HeldSet } from "./HeldSet.ts"
import { type Launch, launch } from "./launch.ts"
import { nodeIn } from "./nodeIn.ts"
import type { Occupant, ProcessEnd } from "./Occupant.ts"

/** How long a socket may outlive its process, in milliseconds, before it is looked whether somebody else holds it. */
const drainMs = 1_000

/** How long bubblewrap may take to tell how its process ended, in milliseconds, on a machine that does much else. */
const toldMs = 10_000

/** How many bytes may wait to be read by it when it is sent more: a module and its files come at once. */
const mostUnread = 128 * 2 ** 20

/** For a process that has no more to say than that it is ready. */
export const quietBounds: FrameBounds = { header: 64, body: 0 }

const unasked = "it spoke without being asked"

/** One process, and the socket that is shared with it. It works for one occupant at a time. */
export class GuestProcess {
  readonly launch: Launch
  /** From when it is ready first. */
  cpu: CpuClock | undefined = undefined
  idleSince = 0
  /** True until somebody first has it do more than make itself ready. */
  isFresh = true
  /** False while it still makes ready what it was told to. */
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
    this.decoder = new FrameDecoder({ ...quietBounds })
    this.child = launch(start)
    this.child.once("exit", (code, signal) => this.exited(code, signal))
    // A process that never was has no exit.
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

  /** From here on its frames and its end are told to somebody else. */
  worksFor(occupant: Occupant, bounds: FrameBounds): void {
    const { header, body } = bounds
    this.isFresh &&= bounds === quietBounds
    this.occupant = occupant
    this.decoder.bounds.header = header
    this.decoder.bounds.body = body
  }

  /** Told when it is ready for the first time: no guest was in it yet. */
  begins(): void {
    this.hasBegun = true
    const pid = this.isConfined ? nodeIn(this.child.pid) : this.child.pid
    this.cpu = pid === undefined ? undefined : CpuClock.of(pid)
  }

  get isConfined(): boolean {
    return this.launch.bubblewrap !== undefined
  }

  /** False from when it is told to end. */
  get isUsable(): boolean {
    return !this.isKilled && this.end === undefined
  }

  /** It works for nobody, and has nothing to say. False if it said something already. */
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
    // What it does not read is kept here.
    if (socket.writableLength > mostUnread) this.kill("it does not read what it is sent")
    else for (const piece of framePieces(frame, parts)) socket.write(piece)
  }

  /** Sends what it has to take in before it is ready. */
  sendAhead(frame: ParentFrame, parts: ReadonlyArray<Uint8Array>): void {
    this.isReady = false
    this.send(frame, parts)
  }

  /** It answers that it is ready, when it has done all that it was told. */
  sync(): void {
    this.send({ type: "sync" })
    this.isReady = true
  }

  holds(guest: number): boolean {
    return this.held.has(guest)
  }

  /** Sees to it that it has made a guest ready before it is told to run it. */
  hold(guest: HeldGuest): void {
    const { id, parts } = guest
    const drop = this.held.use(id, sizeOf(guest))
    if (drop === "held") return
    this.isReady = false
    if (guest.kind === "module") this.send({ type: "hold", guest: id, drop }, parts)
    else this.send({ type: "source", guest: id, isTypeScript: guest.isTypeScript, drop }, parts)
  }

  /** Has it make ready for a script with this much memory. After each script it does so by itself. */
  prepareScripts(memoryBytes: number): void {
    if (this.scriptMemory === memoryBytes) return
    this.scriptMemory = memoryBytes
    this.isReady = false
    this.send({ type: "engine", memoryBytes })
  }

  /** Settles when all is read that it has sent by now. */
  async allRead(): Promise<void> {
    const { socket } = this
    if (socket !== undefined) await untilDry(() => socket.bytesRead)
  }

  /** SIGKILL. Its occupant is told when it is gone. */
  kill(fault?: string): void {
    this.fault ??= fault
    this.isKilled = true
    if (this.end !== undefined) return
    if (this.isConfined && !this.hasBegun) this.giveUp()
    else this.child.kill("SIGKILL")
  }

  /**
   * bubblewrap that is killed early leaves behind what it has just started and not told to go on yet. No guest is in it: Node ends by
   * itself when its socket is closed.
   */
  private giveUp(): void {
    this.socket?.destroy()
    this.lastResort ??= setTimeout(() => this.child.kill("SIGKILL"), toldMs).unref()
  }

  private receive(bytes: Buffer): void {
    // After a frame that was none, nothing of it is read any more.
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

  /** Nothing is left to be read where reading fails. What cannot be written to is not read any further. */
  private broke(error: NodeJS.ErrnoException): void {
    this.isCutOff ||= error.syscall !== "read"
    this.closes()
  }

  /** Whoever closes its socket is of no more use. bubblewrap tells how a process ended a moment after that has. */
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

  /** What it sent before its end is read to the last byte, and whoever still holds the socket is not listened to. */
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
