import type { Files, Gated, Permit, WasmImplementation } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { type GuestLimit, refuseFailedCommand } from "./endings.ts"
import type { CopiedFiles } from "./files/CopiedFiles.ts"
import { copyIn } from "./files/copyIn.ts"
import type { FileBounds } from "./files/FileBounds.ts"
import { type OpenFolders, openFolders } from "./files/openFolders.ts"
import { writeBack } from "./files/writeBack.ts"
import { BadFrame } from "./frames/BadFrame.ts"
import type { ChildFrame, CommandEndedFrame } from "./frames/ChildFrame.ts"
import { areValidChanges, changesHeader, fitsInFrame } from "./frames/changeBounds.ts"
import type { FrameBounds } from "./frames/FrameDecoder.ts"
import type { GuestJob, Outcome, ProcessMessage } from "./GuestJob.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { LoadedModule } from "./Guests.ts"
import { isRefused, parseResult } from "./parseResult.ts"
import type { WasmHost } from "./WasmHost.ts"

/** Runs a WASI command. The arguments are its standard input, and it gets copies of its granted files. */
export class CommandJob implements GuestJob {
  readonly guest: LoadedModule
  readonly scriptMemory = undefined
  readonly calls = 0
  readonly requests = 0
  readonly callMs = undefined
  readonly broker = undefined
  readonly printsResult: boolean
  readonly bounds: FrameBounds
  readonly before: Gated<unknown> | undefined
  private readonly permit: Permit
  private readonly implementation: WasmImplementation
  private readonly limits: GuestLimits
  private readonly fileBounds: FileBounds
  private readonly open: OpenFolders
  private readonly files: Files | undefined
  private copied: CopiedFiles = nothing

  constructor(
    permit: Permit,
    implementation: WasmImplementation,
    module: LoadedModule,
    limits: GuestLimits,
    { fileSystems, fileBounds }: Pick<WasmHost, "fileSystems" | "fileBounds">
  ) {
    this.permit = permit
    this.implementation = implementation
    this.guest = module
    this.limits = limits
    this.fileBounds = fileBounds
    this.printsResult = implementation.output === "text"
    this.bounds = { header: changesHeader, body: limits.outputBytes + fileBounds.bytes }
    const access = permit.grant.access.files
    const { workspace } = permit.request.context
    this.open = access.length === 0 ? closed : openFolders(implementation.folders, workspace, access)
    if (this.open.starts.length > 0) {
      const opened = fileSystems.open(access, workspace)
      this.files = opened
      const copying = { tool: this.tool, files: opened, access, starts: this.open.starts, bounds: fileBounds }
      this.before = Effect.map(copyIn(copying), (copied) => {
        this.copied = copied
      })
    }
  }

  ahead(): ProcessMessage | undefined {
    const { entries, contents } = this.copied
    return entries.length === 0 ? undefined : { frame: { type: "files", entries }, parts: contents }
  }

  begin(): ProcessMessage {
    const { implementation, open, limits, printsResult } = this
    return {
      frame: {
        type: "command",
        guest: this.guest.id,
        argv: implementation.argv,
        env: implementation.env,
        clock: implementation.clock,
        random: implementation.random,
        folders: open.folders,
        fileBytes: this.fileBounds.bytes,
        outputBytes: limits.outputBytes,
        live: printsResult
      },
      parts: [Buffer.from(JSON.stringify(this.permit.request.args))]
    }
  }

  outcome(frame: ChildFrame): Outcome | undefined {
    if (frame.type !== "commandEnded") return undefined
    this.check(frame)
    const { end, dropped } = frame
    if (end.kind === "output") return { limit: "outputBytes", dropped }
    if (end.kind !== "exit" || end.status !== 0) {
      const limit = limitOf(frame, this.limits)
      return { dropped, error: refuseFailedCommand(this.tool, end), ...(limit === undefined ? {} : { limit }) }
    }
    const parsed = this.printsResult ? nothingPrinted : parseResult(this.tool, frame.stdout)
    if (isRefused(parsed)) return { error: parsed, dropped }
    const { files, tool } = this
    const { changes } = frame
    if (files === undefined || changes.length === 0) return { ...parsed, dropped }
    const { workspace } = this.permit.request.context
    const after = writeBack({ tool, files, changes, given: this.copied.entries, workspace })
    return { ...parsed, dropped, after }
  }

  /** The guest program enforces these limits. A guest that took over the process does not. */
  private check({ stdout, changes }: CommandEndedFrame): void {
    const most = this.printsResult ? 0 : this.limits.outputBytes
    if (stdout.length > most) throw new BadFrame("it exceeded its output limit")
    if (!fitsInFrame(changes, this.fileBounds.bytes)) throw new BadFrame("it exceeded its limit on changes")
    if (!areValidChanges(changes)) throw new BadFrame("it reported a change at an invalid path")
  }

  private get tool(): string {
    return this.permit.request.tool.name
  }
}

const nothing: CopiedFiles = { entries: [], contents: [] }
const closed: OpenFolders = { folders: [], starts: [] }
const nothingPrinted = Object.freeze({})

/**
 * A guest may fail in any way when it runs out of memory. If less than an eighth of its memory was left, the memory
 * limit counts as the cause.
 */
const limitOf = ({ memoryBytes }: CommandEndedFrame, limits: GuestLimits): GuestLimit | undefined =>
  memoryBytes >= (limits.memoryBytes * 7) / 8 ? "memoryBytes" : undefined
