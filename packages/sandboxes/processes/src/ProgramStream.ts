import { Duplex, type Readable, type Writable } from "node:stream"

type Done = (error?: Error | null) => void

/**
 * The half-open stream between the gate and a program: one side may end while the other stays open. The stream never
 * fails. A side that the program closes ends, later writes are dropped, and output that was written before can still be
 * read.
 */
export class ProgramStream extends Duplex {
  private readonly reader: Readable
  private readonly writer: Writable
  /** Whether the program has closed its reading side. */
  private isDeaf = false
  private isRead = false
  private isOver = false

  /** `reader` and `writer` may be the same two-way socket. */
  constructor(reader: Readable, writer: Writable) {
    super({ allowHalfOpen: true, decodeStrings: false })
    this.reader = reader
    this.writer = writer
    const both: unknown = writer
    if (both instanceof Duplex && both === reader)
      keepReading(both, () => {
        this.isDeaf = true
      })
    // A late write is not an error, whichever side closed first.
    for (const stream of [this, reader, writer]) stream.on("error", () => {})
    reader.on("data", (chunk: Buffer) => {
      if (!this.push(chunk)) reader.pause()
    })
    reader.on("end", () => this.hasRead())
    reader.on("close", () => this.hasRead())
    this.on("end", () => this.closeIfOver())
  }

  /** Called when the program is gone. The stream closes after its remaining output is read. */
  over(): void {
    this.isOver = true
    this.isDeaf = true
    if (this.isRead) this.release()
    if (this.readableEnded) this.destroy()
  }

  override _read(): void {
    this.reader.resume()
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    if (this.isDeaf) done()
    else this.writer.write(chunk, encoding, (error) => this.wrote(error, done))
  }

  override _writev(chunks: ReadonlyArray<{ chunk: Buffer | string; encoding: BufferEncoding }>, done: Done): void {
    this.writer.cork()
    for (const { chunk, encoding } of chunks.slice(0, -1)) this._write(chunk, encoding, () => {})
    const last = chunks[chunks.length - 1]
    if (last === undefined) done()
    else this._write(last.chunk, last.encoding, done)
    this.writer.uncork()
  }

  override _final(done: Done): void {
    if (this.isDeaf) done()
    else this.writer.end(() => done())
  }

  override _destroy(_error: Error | null, done: Done): void {
    this.release()
    done()
  }

  private wrote(error: Error | null | undefined, done: Done): void {
    if (error) this.isDeaf = true
    done()
  }

  private hasRead(): void {
    if (this.isRead) return
    this.isRead = true
    this.push(null)
    if (this.isOver) this.release()
  }

  private closeIfOver(): void {
    if (this.isOver) this.destroy()
  }

  private release(): void {
    this.isDeaf = true
    this.reader.destroy()
    this.writer.destroy()
  }
}

/**
 * Keeps a socket readable after a write fails. Otherwise the first failure would destroy the socket, together with
 * input that was not read yet. If the other end closes early, reads may fail too; such failures are ignored.
 */
const keepReading = (socket: Duplex, deaf: () => void): void => {
  const destroy = socket.destroy.bind(socket)
  const write = socket._write.bind(socket)
  const writev = socket._writev?.bind(socket)
  const wrote = (done: Done) => (error?: Error | null) => {
    if (error) deaf()
    done()
  }
  socket.allowHalfOpen = true
  socket._write = (chunk, encoding, done) => write(chunk, encoding, wrote(done))
  if (writev !== undefined) socket._writev = (chunks, done) => writev(chunks, wrote(done))
  socket.destroy = (error?: Error & { readonly syscall?: string }) => {
    if (error?.syscall !== "read") return destroy()
    socket.push(null)
    return socket
  }
}
