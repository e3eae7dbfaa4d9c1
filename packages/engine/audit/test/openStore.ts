import { mkdirSync, truncateSync } from "node:fs"
import { SecretKey } from "@toolgate/local-secrets"
import { type AnswerTime, makeAuditLog } from "../src/makeAuditLog.ts"
import { makeFolderStorage } from "../src/segments/makeFolderStorage.ts"
import { type SegmentFile, type SegmentFiles, segmentFiles } from "../src/segments/SegmentFile.ts"
import { SegmentStore } from "../src/segments/SegmentStore.ts"
import type { SegmentStoreOptions } from "../src/segments/SegmentStoreOptions.ts"
import { newFolder } from "./openLog.ts"

type Told = Parameters<SegmentStoreOptions["tell"]>[0]

/** Opens a store over files that a test provides, and the audit log over that store. */
export const openStore = async (
  files: SegmentFiles,
  {
    folder = newFolder(),
    answers,
    ...more
  }: Partial<SegmentStoreOptions> & { readonly folder?: string; readonly answers?: AnswerTime } = {}
) => {
  mkdirSync(folder, { recursive: true })
  const told: Array<Told> = []
  const store = await SegmentStore.open({
    place: makeFolderStorage(folder, files),
    key: "test",
    segmentBytes: 64 * 1024 * 1024,
    queueBytes: 1024 * 1024,
    tell: (state) => told.push(state),
    ...more
  })
  return { folder, store, told, log: makeAuditLog(store, new SecretKey(new Uint8Array(32)), answers) }
}

/** The faults that a test can give to a disk. */
export interface Disk {
  /** The operation that fails from now on, and the error's code. */
  fails: { readonly on: "create" | "write" | "sync"; readonly code: string } | undefined
}

/** Returns files on a disk that fails when the test says so. */
export const failingFiles = (disk: Disk): SegmentFiles => {
  const failOn = (on: "create" | "write" | "sync"): void => {
    if (disk.fails?.on === on)
      throw Object.assign(new Error(`${disk.fails.code}: for a test`), { code: disk.fails.code })
  }
  return {
    create: async (path) => {
      failOn("create")
      const file = await segmentFiles.create(path)
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
    },
    sync: segmentFiles.sync
  }
}

/**
 * Returns a disk of real files that loses unsynced data at a power failure. Without `syncs`, the disk syncs nothing,
 * and claims that it did.
 */
export const forgetfulDisk = ({ syncs }: { readonly syncs: boolean }) => {
  const known = new Map<string, { readonly file: SegmentFile; written: number; synced: number }>()
  let isOff = false
  // Without power, no operation ends before everything is forgotten.
  const forgotten = Promise.withResolvers<never>()
  forgotten.promise.catch(() => {})
  const powered = (): undefined | Promise<never> => (isOff ? forgotten.promise : undefined)
  const sync = async (path: string) => {
    await powered()
    const written = known.get(path)?.written ?? 0
    await new Promise(setImmediate)
    await powered()
    const state = known.get(path)
    if (syncs && state !== undefined) state.synced = written
  }
  const create: SegmentFiles["create"] = async (path) => {
    const file = await segmentFiles.create(path)
    const state = { file, written: 0, synced: 0 }
    known.set(path, state)
    return {
      write: async (bytes) => {
        await powered()
        await file.write(bytes)
        state.written += bytes.length
        await powered()
      },
      sync: () => sync(path),
      close: file.close
    }
  }
  return {
    files: { create, sync },
    get unsynced(): number {
      return [...known.values()].reduce((sum, { written, synced }) => sum + written - synced, 0)
    },
    powerOff: () => {
      isOff = true
    },
    /** Loses unsynced data, except for a share that reached the disk anyway. */
    forget: async (share: number) => {
      for (const [path, { file, written, synced }] of known) {
        await file.close()
        truncateSync(path, synced + Math.floor((written - synced) * share))
      }
      forgotten.reject(new Error("There is no power."))
    }
  }
}
