import { constants } from "node:fs"
import { impossible } from "@toolgate/toolbox-base/jobs"
import { createDamagedError } from "./createDamagedError.ts"

/** The program 7-Zip on one archive. It runs in WebAssembly and sees only the archive. */
export interface SevenZip {
  readonly list: () => string
  /** Unpacks files by name, and yields their concatenated contents. */
  readonly unpack: (names: ReadonlyArray<string>, mostBytes: number) => Buffer
}

/** The part of the module that is used. Its own types omit the streams. */
interface Module {
  readonly callMain: (words: ReadonlyArray<string>) => number
  readonly FS: {
    readonly mkdir: (path: string) => void
    readonly chdir: (path: string) => void
    readonly writeFile: (path: string, content: Uint8Array | string) => void
    readonly streams: Array<{ stream_ops: object }>
  }
}

/** Starts 7-Zip on an archive. Needs the optional package `7z-wasm`. */
export const startSevenZip = async (archive: Uint8Array): Promise<SevenZip> => {
  const errors: Array<string> = []
  const module = await load(errors)
  module.FS.mkdir("/archive")
  module.FS.chdir("/archive")
  module.FS.writeFile(archiveName, archive)
  const run = (words: ReadonlyArray<string>, mostBytes: number): Buffer => {
    const parts: Array<Buffer> = []
    let bytes = 0
    errors.length = 0
    const output = module.FS.streams[1]
    if (output === undefined) throw new Error("7-Zip has no standard output.")
    output.stream_ops = {
      ...output.stream_ops,
      write: (_: unknown, memory: Int8Array, offset: number, length: number) => {
        bytes += length
        if (bytes > mostBytes) throw createDamagedError("a file is larger than it says")
        parts.push(Buffer.from(memory.slice(offset, offset + length).buffer))
        return length
      }
    }
    // Without a password option, 7-Zip would prompt for a password.
    const code = exitOf(() => module.callMain([...words, "-bd", "-bsp0", "-p-", "-sccUTF-8", "-scsUTF-8"]))
    if (code !== 0) throw failureOf(errors.join("\n"))
    return Buffer.concat(parts)
  }
  return {
    list: () => run(["l", "-slt", "-ba", archiveName], mostListed).toString("utf8"),
    unpack: (names, mostBytes) => {
      module.FS.writeFile(listName, `${names.join("\n")}\n`)
      return run(["e", "-so", "-spd", archiveName, `-i@${listName}`], mostBytes)
    }
  }
}

const archiveName = "archive.7z"
const listName = "list"
const mostListed = 64 * 1024 * 1024

/** Returns the program's exit code. A C++ exception arrives as a number and ends the program. */
const exitOf = (main: () => number): number => {
  try {
    return main()
  } catch (error) {
    if (typeof error !== "number") throw error
    return 2
  }
}

/** Whether the names are encrypted: the header, located by the first bytes, is packed with the AES coder. */
export const isHidden = (archive: Buffer): boolean => {
  if (archive.length < 32) return false
  const header = 32 + Number(archive.readBigUInt64LE(12))
  return archive[header] === packedHeader && archive.includes(aes, header)
}

const packedHeader = 0x17
const aes = Buffer.from([0x06, 0xf1, 0x07, 0x01])

const load = async (errors: Array<string>): Promise<Module> => {
  const imported: unknown = await import("7z-wasm").catch(() => {
    throw impossible(
      'To read 7z archives, the package "7z-wasm" must be installed beside this program; ask the operator to install it.'
    )
  })
  // On start, the module requests file system constants in a way that the permission model denies.
  Object.defineProperty(process, "binding", { value: () => ({ fs: constants }), configurable: true })
  const { default: make } = imported as { readonly default: (options: object) => Promise<Module> }
  return make({ stdin: () => null, print: () => {}, printErr: (line: string) => errors.push(line), quit: () => {} })
}

const failureOf = (said: string) => {
  if (/memory/i.test(said)) return impossible("The archive needs more memory to unpack than is available.")
  return createDamagedError(/unexpected end/i.test(said) ? "it ends too soon" : "its content is damaged")
}
