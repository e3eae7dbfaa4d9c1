import { hash } from "node:crypto"
import { constants, lstatSync } from "node:fs"
import { open, readdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { withFileLock } from "./fileLock.ts"
import { SignInNeeded } from "./NotAuthorized.ts"
import { type StoredSignIn, signInOf, signInText } from "./StoredSignIn.ts"

/**
 * The file of a sign-in, which only this user can read. It is named after the server's entry and its URL: with another URL, the entry has
 * another file, and the tokens of the old one go nowhere.
 */
export class SignInFile {
  readonly path: string
  /** The sign-in that was read last, and the state of the file then. Each request asks for it. */
  private last: { readonly state: string; readonly signIn: StoredSignIn | undefined } | undefined = undefined

  constructor(folder: string, server: string, url: URL) {
    this.path = join(folder, `${server}-${hash("sha256", url.href).slice(0, 16)}.json`)
  }

  /** Reads the sign-in, if there is one. Rejects with `SignInNeeded` if others could read it as well: its tokens are no secrets. */
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
    throw new SignInNeeded({ message: `Its sign-in is not used, because others than you can read ${this.path}.` })
  }

  /** Reads the sign-in, and whether others than this user can do so. */
  async readAnyway(): Promise<{ readonly signIn: StoredSignIn | undefined; readonly isExposed: boolean } | undefined> {
    const file = await open(this.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(absent)
    if (file === undefined) return undefined
    try {
      const { uid, mode } = await file.stat()
      const isExposed = process.platform !== "win32" && (uid !== process.getuid?.() || (mode & 0o077) !== 0)
      return { signIn: signInOf(await file.readFile("utf8")), isExposed }
    } finally {
      await file.close()
    }
  }

  /** Replaces the sign-in as a whole. */
  async write(signIn: StoredSignIn): Promise<void> {
    await makeFolder(dirname(this.path))
    await writeWholeFile(this.path, signInText(signIn), "replace")
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }

  /** Runs a function while no other process does so for the same sign-in. */
  async locked<A>(run: () => Promise<A>): Promise<A> {
    await makeFolder(dirname(this.path))
    return await withFileLock(`${this.path}.lock`, lockMs, run)
  }
}

const absent = (cause: NodeJS.ErrnoException): undefined => {
  if (cause.code === "ENOENT") return undefined
  throw cause.code === "ELOOP"
    ? new SignInNeeded({ message: "Its sign-in is not used, because its file is a link." })
    : cause
}

/** The names of the servers of which a folder has a sign-in. */
export const signedInServers = async (folder: string): Promise<ReadonlySet<string>> => {
  const names = await readdir(folder).catch(() => [])
  return new Set(names.flatMap((name) => /^(.+)-[0-9a-f]{16}\.json$/.exec(name)?.[1] ?? []))
}

// Longer than all requests of a renewal together.
const lockMs = 90_000
