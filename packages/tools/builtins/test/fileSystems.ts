import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileSystems, type Files } from "@toolgate/core"
import { NodeFileSystems, openWorkspace } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { onTestFinished } from "vitest"
import { type Entry, memoryFiles } from "./memoryFiles.ts"

/** The files of a test, with functions that read them directly. */
export interface Opened {
  readonly files: Files
  readonly bytes: (path: string) => Promise<Buffer>
  /** The folder on disk, if there is one. */
  readonly folder: string
}

/** A file system on which the tools are tried. */
export interface FileSystem {
  readonly name: string
  readonly open: (entries: Readonly<Record<string, Entry>>) => Promise<Opened>
}

const memory: FileSystem = {
  name: "memory",
  open: async (given) => {
    const files = memoryFiles(new Map(Object.entries(given)))
    return { files, bytes: async (path) => Buffer.from(await files.readBytes(path)), folder: "" }
  }
}

const fileSystem = Effect.runSync(Effect.provide(FileSystems, NodeFileSystems.layer))

const disk: FileSystem = {
  name: "disk",
  open: async (entries) => {
    const folder = await mkdtemp(join(tmpdir(), "toolgate-builtins-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await Promise.all(Object.entries(entries).map(([name, entry]) => put(join(folder, name), entry)))
    const workspace = await Effect.runPromise(openWorkspace(folder))
    return {
      files: fileSystem.open([{ path: workspace, mode: "rw", scope: "tree" }], workspace),
      bytes: (path) => readFile(join(folder, path)),
      folder
    }
  }
}

const put = async (path: string, entry: Entry) => {
  if (entry === "directory/") await mkdir(path)
  else if (typeof entry === "object" && "link" in entry) await symlink(entry.link, path)
  else await writeFile(path, entry)
}

export const fileSystems: ReadonlyArray<FileSystem> = [memory, disk]
