import { createHash, randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { link, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { type ArtifactOwner, type ArtifactRange, clampArtifactRange, type OwnedArtifact } from "@toolgate/core"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { isOf } from "../owned.ts"
import { formatKey } from "../StoreOptions.ts"
import { aboutName, bytesName, readAbout } from "./readAbout.ts"

/**
 * The folder of a store. Each artifact of each owner is a subfolder, named by a digest, with the bytes and
 * `about.json`. A subfolder is prepared under a temporary name and appears and disappears by renaming. Artifacts with
 * equal bytes are hard links to one file, so the file system counts the references, and a killed process leaves no
 * wrong count.
 */
export class ArtifactFolder {
  private readonly folder: string
  private readonly time: () => number
  /** The artifacts seen so far, by folder name. The size and the owner of an artifact never change. */
  private known = new Map<string, OwnedArtifact>()

  constructor(folder: string, time: () => number) {
    this.folder = folder
    this.time = time
  }

  /** Returns an owner's artifact, unless it has expired. */
  async find(ref: string, owner: ArtifactOwner): Promise<OwnedArtifact | undefined> {
    const name = nameOf(ref, owner)
    const found = await readAbout(join(this.folder, name))
    if (found === undefined || found.ref !== ref || !isOf(found, owner)) return undefined
    if (found.expiresAt > this.time()) return found
    await this.expire(name)
    return undefined
  }

  async read(ref: string, range: ArtifactRange, owner: ArtifactOwner): Promise<Uint8Array | undefined> {
    const found = await this.find(ref, owner)
    if (found === undefined) return undefined
    const { start, end } = clampArtifactRange(found.size, range)
    const file = await open(join(this.folder, nameOf(ref, owner), bytesName), reading).catch(ifGone)
    if (file === undefined) return undefined
    try {
      const bytes = new Uint8Array(end - start)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) throw new Error(`The bytes of "${ref}" end too early.`)
        filled += bytesRead
      }
      return bytes
    } finally {
      await file.close()
    }
  }

  /**
   * Stores an artifact. `kept` lists artifacts with equal bytes. Returns the stored artifact, and whether this call
   * added it: another process may have stored it first.
   */
  async store(artifact: OwnedArtifact, bytes: Uint8Array, kept: ReadonlyArray<OwnedArtifact>): Promise<Stored> {
    await makeFolder(this.folder)
    const name = nameOf(artifact.ref, artifact.owner)
    const path = join(this.folder, name)
    for (let attempts = 1; attempts <= mostAttempts; attempts++) {
      const before = await readAbout(path)
      try {
        if (before === undefined) await this.add(path, artifact, bytes, kept)
        else {
          const { createdAt } = before
          const expiresAt = Math.max(artifact.expiresAt, before.expiresAt)
          await writeWholeFile(join(path, aboutName), JSON.stringify({ ...artifact, createdAt, expiresAt }), "replace")
        }
        const stored = await readAbout(path)
        if (stored !== undefined) {
          this.known.set(name, stored)
          return { artifact: stored, isAdded: before === undefined }
        }
      } catch (error) {
        // Another process may have added or removed the artifact meanwhile, or its folder may be damaged.
        if (attempts === mostAttempts) throw error
      }
      await this.takeAway(name, isDamaged)
    }
    throw new Error(`"${artifact.ref}" was damaged or removed as often as it was stored.`)
  }

  /** Removes an artifact. Returns whether it existed. */
  async remove(ref: string, owner: ArtifactOwner): Promise<boolean> {
    const isThere = (await this.find(ref, owner)) !== undefined
    return (await this.takeAway(nameOf(ref, owner), isTrue)) === "gone" && isThere
  }

  /**
   * Returns the artifacts for counting; only sizes and owners are current. Removes expired artifacts and the leftovers
   * of killed processes.
   */
  counted(): Promise<ReadonlyArray<OwnedArtifact>> {
    return this.survey(this.known)
  }

  /** Returns the current artifacts, oldest first. */
  async listed(): Promise<ReadonlyArray<OwnedArtifact>> {
    const all = await this.survey(new Map())
    return all.toSorted((one, other) => one.createdAt - other.createdAt)
  }

  private async survey(known: ReadonlyMap<string, OwnedArtifact>): Promise<ReadonlyArray<OwnedArtifact>> {
    const found = new Map<string, OwnedArtifact>()
    const names = (await readdir(this.folder).catch(ifGone)) ?? []
    for (const name of names.filter((name) => temporaryNames.test(name))) await this.discardIfLeft(name)
    const rest = names.filter((name) => artifactNames.test(name))
    for (let at = 0; at < rest.length; at += atOnce)
      await Promise.all(
        rest.slice(at, at + atOnce).map(async (name) => {
          const artifact = known.get(name) ?? (await readAbout(join(this.folder, name)))
          if (artifact === undefined) await this.discardIfLeft(name)
          else if (artifact.expiresAt > this.time() || (await this.expire(name)) === "kept") found.set(name, artifact)
        })
      )
    this.known = found
    return [...found.values()]
  }

  private async add(path: string, artifact: OwnedArtifact, bytes: Uint8Array, kept: ReadonlyArray<OwnedArtifact>) {
    const made = join(this.folder, `new-${randomBytes(6).toString("hex")}`)
    await mkdir(made, { mode: 0o700 })
    try {
      if (!(await this.linkBytes(join(made, bytesName), kept))) await write(join(made, bytesName), bytes)
      await write(join(made, aboutName), JSON.stringify(artifact))
      // The folder is not synced: after a power loss an artifact may be missing, but never incomplete.
      await rename(made, path)
    } finally {
      await rm(made, { recursive: true, force: true })
    }
  }

  /** Links to the bytes of an equal artifact. Returns whether that worked: not every file system has hard links. */
  private async linkBytes(to: string, kept: ReadonlyArray<OwnedArtifact>): Promise<boolean> {
    for (const { ref, owner, size } of kept) {
      const isLinked = await link(join(this.folder, nameOf(ref, owner), bytesName), to).then(
        () => true,
        () => false
      )
      if (!isLinked) continue
      const linked = await lstat(to)
      if (linked.isFile() && linked.size === size) return true
      await rm(to)
    }
    return false
  }

  /** Removes an expired artifact, unless another process has extended it. */
  private expire(name: string): Promise<"kept" | "gone" | "absent"> {
    return this.takeAway(name, (artifact) => artifact === undefined || artifact.expiresAt <= this.time())
  }

  /** Removes a folder atomically if `isToGo` returns true. Returns `absent` if there was no such folder. */
  private async takeAway(
    name: string,
    isToGo: (artifact: OwnedArtifact | undefined) => boolean
  ): Promise<"kept" | "gone" | "absent"> {
    const path = join(this.folder, name)
    const old = join(this.folder, `old-${randomBytes(6).toString("hex")}`)
    if (!isToGo(await readAbout(path))) return "kept"
    if (!(await rename(path, old).then(isTrue, isGone))) return "absent"
    // The artifact may have changed after it was read. Then it is moved back, unless another process has added it
    // again.
    const isBack = !isToGo(await readAbout(old)) && (await rename(old, path).then(isTrue, isFalse))
    if (!isBack) await rm(old, { recursive: true, force: true })
    return isBack ? "kept" : "gone"
  }

  /** Removes leftovers of killed processes and damaged folders. Preparing a folder never takes an hour. */
  private async discardIfLeft(name: string): Promise<void> {
    const path = join(this.folder, name)
    const found = await lstat(path).catch(ifGone)
    if (found !== undefined && Math.abs(Date.now() - found.mtimeMs) > hour)
      await rm(path, { recursive: true, force: true })
  }
}

interface Stored {
  readonly artifact: OwnedArtifact
  /** Whether this call added the bytes. */
  readonly isAdded: boolean
}

const reading = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const artifactNames = /^[\da-f]{64}$/
const temporaryNames = /^(new|old)-[\da-f]{12}$/
const mostAttempts = 5
const atOnce = 32
const hour = 60 * 60 * 1000

const nameOf = (ref: string, owner: ArtifactOwner): string =>
  createHash("sha256").update(formatKey(ref, owner)).digest("hex")

const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  const file = await open(path, "wx", 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

const isTrue = () => true
const isFalse = () => false
const isDamaged = (artifact: OwnedArtifact | undefined) => artifact === undefined

const isGone = (error: unknown): false => ifGone(error) ?? false

/** Returns `undefined` for "file not found" and throws any other error. */
const ifGone = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
  throw error
}
