import { mkdirSync, truncateSync } from "node:fs"
import { auditLogIn } from "../src/auditLogIn.ts"
import { DigestKey } from "../src/redaction/DigestKey.ts"
import { type CreateSegmentFile, createSegmentFile, type SegmentFile } from "../src/segments/SegmentFile.ts"
import { SegmentStore, type SegmentStoreOptions } from "../src/segments/SegmentStore.ts"
import { newFolder } from "./openLog.ts"

type Told = Parameters<SegmentStoreOptions["tell"]>[0]

/** A store over files of a test's own, and the audit log over it. */
export const openStore = async (create: CreateSegmentFile, more: Partial<SegmentStoreOptions> = {}) => {
  const folder = more.folder ?? newFolder()
  mkdirSync(folder, { recursive: true })
  const told: Array<Told> = []
  const store = await SegmentStore.open({
    folder,
    key: "test",
    segmentBytes: 64 * 1024 * 1024,
    queueBytes: 1024 * 1024,
    create,
    tell: (state) => told.push(state),
    ...more
  })
  return { folder, store, told, log: auditLogIn(store, new DigestKey(new Uint8Array(32))) }
}

/** What can be made to go wrong with files, as a disk does it. */
export interface Disk {
  /** The code that writing or syncing fails with from now on. */
  fails: { readonly on: "create" | "write" | "sync"; readonly code: string } | undefined
}

/** Real files on a disk that fails when it is told to. */
export const failingFiles =
  (disk: Disk): CreateSegmentFile =>
  async (path) => {
    const failOn = (on: "create" | "write" | "sync"): void => {
      if (disk.fails?.on === on)
        throw Object.assign(new Error(`${disk.fails.code}: for a test`), { code: disk.fails.code })
    }
    failOn("create")
    const file = await createSegmentFile(path)
    return {
      write: async (bytes) => {
        if (disk.fails?.on === "write") await file.write(bytes.subarray(0, Math.floor(bytes.length / 2)))
        failOn("write")
        await file.write(bytes)
      },
      sync: async () => {
        failOn("sync")
        await file.sync()
      },
      close: file.close
    }
  }

/** Real files that forget what was not synced when the power goes. Without `syncs` they sync nothing, and say they did. */
export const forgetfulFiles = ({ syncs }: { readonly syncs: boolean }) => {
  const files: Array<{ readonly path: string; readonly file: SegmentFile; written: number; synced: number }> = []
  let isOff = false
  // Without power nothing ends.
  const powered = <A>(value: A): A | Promise<never> => (isOff ? new Promise<never>(() => {}) : value)
  const create: CreateSegmentFile = async (path) => {
    const state = { path, file: await createSegmentFile(path), written: 0, synced: 0 }
    files.push(state)
    return {
      write: async (bytes) => {
        await powered(undefined)
        await state.file.write(bytes)
        state.written += bytes.length
        await powered(undefined)
      },
      sync: async () => {
        await powered(undefined)
        const { written } = state
        await new Promise(setImmediate)
        await powered(undefined)
        if (syncs) state.synced = written
      },
      close: state.file.close
    }
  }
  return {
    create,
    powerOff: () => {
      isOff = true
    },
    /** Of what was not synced, this share may have reached the disk all the same. */
    forget: async (share: number) => {
      for (const { path, file, written, synced } of files) {
        await file.close()
        truncateSync(path, synced + Math.floor((written - synced) * share))
      }
    }
  }
}
