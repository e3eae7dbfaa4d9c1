import { FileFailed, type Files } from "@toolgate/core"
import { type PartOfFile, partBytes, type SentFile } from "./SentFile.ts"

/** A file that a job may ask for, and its bytes once it has asked. */
interface Wanted {
  readonly path: string
  readonly most: number
  readonly tooLarge: string
  bytes?: Promise<Uint8Array>
}

/**
 * The files that the gate reads for a job. A file is read when the job asks for it, and in one go, so that it is whole as it was at one
 * time. A call that is cancelled meanwhile is answered without waiting for the file.
 */
export class SentFiles {
  private readonly files: Files
  private readonly wanted: Array<Wanted> = []

  constructor(files: Files) {
    this.files = files
  }

  /** Lets the job ask for a file. Fails if there is none, or if it has more than `most` bytes, for which `tooLarge` has the words. */
  async add(path: string, most: number, tooLarge: string): Promise<SentFile> {
    const { kind, size } = await this.files.stat(path)
    if (kind !== "file") throw new FileFailed("NotAFile", path)
    if (size > most) throw new FileFailed("TooLarge", path, { message: tooLarge })
    return { file: this.wanted.push({ path, most, tooLarge }) - 1 }
  }

  /** Answers what the job asks. */
  readonly answers = async ({ file, offset }: PartOfFile): Promise<Uint8Array> => {
    const wanted = this.wanted[file]
    if (wanted === undefined) throw new Error("The job asks for a file that it was not given.")
    wanted.bytes ??= this.whole(wanted)
    const part = (await wanted.bytes).subarray(offset, offset + partBytes)
    // The file is not kept longer than it takes to send it.
    if (part.length < partBytes) delete wanted.bytes
    return part
  }

  private async whole({ path, most, tooLarge }: Wanted): Promise<Uint8Array> {
    const bytes = await this.files.readBytes(path, { offset: 0, length: most + 1 })
    if (bytes.length > most) throw new FileFailed("TooLarge", path, { message: tooLarge })
    return bytes
  }
}
