import { FileFailed, type Files } from "@toolgate/core"
import { type PartOfFile, partBytes, type SentFile } from "./SentFile.ts"

/** A file that a job may request, with its bytes after the first request. */
interface Wanted {
  readonly path: string
  readonly most: number
  readonly tooLarge: string
  bytes?: Promise<Uint8Array>
}

/**
 * The files that the gate reads for a job. On the first request, a file is read in one go, so that all parts have the
 * same version. A cancelled call does not wait for the file.
 */
export class SentFiles {
  private readonly files: Files
  private readonly wanted: Array<Wanted> = []

  constructor(files: Files) {
    this.files = files
  }

  /** Lets the job request a file. Fails if it is missing or has more than `most` bytes; `tooLarge` is the message. */
  async add(path: string, most: number, tooLarge: string): Promise<SentFile> {
    const { kind, size } = await this.files.stat(path)
    if (kind !== "file") throw new FileFailed("NotAFile", path)
    if (size > most) throw new FileFailed("TooLarge", path, { message: tooLarge })
    return { file: this.wanted.push({ path, most, tooLarge }) - 1 }
  }

  /** Answers the job's requests. */
  readonly answers = async ({ file, offset }: PartOfFile): Promise<Uint8Array> => {
    const wanted = this.wanted[file]
    if (wanted === undefined) throw new Error("The job asks for a file that it was not given.")
    wanted.bytes ??= this.whole(wanted)
    const part = (await wanted.bytes).subarray(offset, offset + partBytes)
    // Releases the bytes after the last part.
    if (part.length < partBytes) delete wanted.bytes
    return part
  }

  private async whole({ path, most, tooLarge }: Wanted): Promise<Uint8Array> {
    const bytes = await this.files.readBytes(path, { offset: 0, length: most + 1 })
    if (bytes.length > most) throw new FileFailed("TooLarge", path, { message: tooLarge })
    return bytes
  }
}
