import { FileFailed, type FileResource, type ToolContext } from "@toolgate/core"
import type { JobContext } from "@toolgate/toolbox-base"
import { readAtArgument } from "@toolgate/toolbox-base"
import type { ReadRequest } from "./reading/ArchiveSource.ts"
import type { Listing } from "./reading/list.ts"
import type { PartRequest, WantedEntry } from "./reading/unpack.ts"
import { runJob } from "./runJob.ts"

type Context = Pick<ToolContext, "files" | "resources"> & JobContext

/** A part of an unpacked file. */
export type FilePart = PartRequest["part"]

/** An archive in the workspace. The gate reads it for the worker, which unpacks it and may not open workspace files. */
export class OpenedArchive {
  readonly size: number
  private readonly path: string
  private readonly context: Context

  private constructor(path: string, size: number, context: Context) {
    this.path = path
    this.size = size
    this.context = context
  }

  /** Opens the archive in the argument "path". */
  static async open(context: Context): Promise<OpenedArchive> {
    const path =
      context.resources.find((one): one is FileResource => one.kind === "file" && one.mode === "r")?.path ?? ""
    return readAtArgument("path", async () => {
      const { kind, size } = await context.files.stat(path)
      if (kind !== "file") throw new FileFailed("NotAFile", path)
      return new OpenedArchive(path, size, context)
    })
  }

  async list(): Promise<Listing> {
    return (await this.run("list", {})) as Listing
  }

  /** Unpacks files in parts. `take` returns whether it wants more of the current file. */
  async unpack(wanted: ReadonlyArray<WantedEntry>, take: (part: FilePart) => Promise<boolean>): Promise<void> {
    await this.run("unpack", { wanted }, take)
  }

  /** Runs a job on the archive. */
  run(job: string, args: object, take: (part: FilePart) => Promise<boolean> = unexpected): Promise<unknown> {
    const answers = async (request: ReadRequest | PartRequest) =>
      "read" in request ? await this.context.files.readBytes(this.path, request.read) : await take(request.part)
    return runJob({ export: job, args: { ...args, size: this.size } }, this.context, answers)
  }
}

const unexpected = () => Promise.reject(new Error("The files of the archive are no longer needed."))
