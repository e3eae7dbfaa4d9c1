import { hash } from "node:crypto"
import { constants, lstatSync } from "node:fs"
import { open, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { runWithFileLock } from "./fileLock.ts"
import { SignInNeeded } from "./NotAuthorized.ts"
import { parseSignIn, type StoredSignIn, serializeSignIn } from "./StoredSignIn.ts"

/**
 * The file of a sign-in, readable by this user only. Its name is derived from the server's name and URL, so that tokens
 * for an old URL are never sent to a new one.
 */
export class SignInFile {
  readonly path: string
  /** Cache of the last read, with the state of the file then. Each request needs the sign-in. */
  private last: { readonly state: string; readonly signIn: StoredSignIn | undefined } | undefined = undefined

  constructor(folder: string, server: string, url: URL) {
    this.path = join(folder, `${server}-${hash("sha256", url.href).slice(0, 16)}.json`)
  }

  /**
   * Reads the sign-in, if there is one. Rejects with `SignInNeeded` if other users can read the file, because its
   * tokens may have leaked.
   */
  async read(): Promise<StoredSignIn | undefined> {
    const at = lstatSync(this.path, { bigint: true, throwIfNoEntry: false })
    if (at === undefined) return undefined
    const state = [at.dev, at.ino, at.ctimeNs, at.size].join()
    if (this.last?.state === state) return this.last.signIn
    const found = await this.readAnyway()
    if (found?.isExposed !== true) {
      this.last = { state, signIn: found?.signIn }
      return found?.signIn
    }
    throw new SignInNeeded({ message: `Its sign-in is ignored, because other users can read ${this.path}.` })
  }

  /** Reads the sign-in, and reports whether other users can read the file. */
  async readAnyway(): Promise<{ readonly signIn: StoredSignIn | undefined; readonly isExposed: boolean } | undefined> {
    const file = await open(this.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(absent)
    if (file === undefined) return undefined
    try {
      const { uid, mode } = await file.stat()
      const isExposed = process.platform !== "win32" && (uid !== process.getuid?.() || (mode & 0o077) !== 0)
      return { signIn: parseSignIn(await file.readFile("utf8")), isExposed }
    } finally {
      await file.close()
    }
  }

  async write(signIn: StoredSignIn): Promise<void> {
    await makeFolder(dirname(this.path))
    await writeWholeFile(this.path, serializeSignIn(signIn), "replace")
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }

  /** Runs a function under the lock of this sign-in. */
  async locked<A>(run: () => Promise<A>): Promise<A> {
    await makeFolder(dirname(this.path))
    return await runWithFileLock(`${this.path}.lock`, lockMs, run)
  }
}

const absent = (cause: NodeJS.ErrnoException): undefined => {
  if (cause.code === "ENOENT") return undefined
  throw cause.code === "ELOOP"
    ? new SignInNeeded({ message: "Its sign-in is ignored, because its file is a link." })
    : cause
}

/** Returns the names of the servers for which a folder has a sign-in. */
export const listSignedInServers = async (folder: string): Promise<ReadonlySet<string>> => {
  const names = await readdir(folder).catch(() => [])
  return new Set(names.flatMap((name) => /^(.+)-[0-9a-f]{16}\.json$/.exec(name)?.[1] ?? []))
}

// Longer than all requests of a renewal take together.
const lockMs = 90_000
