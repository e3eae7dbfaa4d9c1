import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AuditLog } from "@toolgate/core"
import type { AuditRecord } from "@toolgate/wire"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { FileAuditLog, folderSource, readAuditLog } from "../src/index.ts"

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-audit-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, "log")
}

/** Opens a log in files, and collects its log messages. */
export const openLog = async (options: Partial<FileAuditLog.FileAuditLogOptions> = {}) => {
  const folder = options.folder ?? newFolder()
  const logs: Array<string> = []
  const runtime = ManagedRuntime.make(
    FileAuditLog.layer({ ...options, folder }).pipe(
      Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
    )
  )
  onTestFinished(() => runtime.dispose())
  const log = await runtime.runPromise(AuditLog)
  return { folder, log, logs, runtime, close: () => runtime.dispose() }
}

export const recordsIn = async (folder: string): Promise<ReadonlyArray<AuditRecord>> => {
  const records: Array<AuditRecord> = []
  for await (const { record } of readAuditLog(folderSource(folder))) if (record !== undefined) records.push(record)
  return records
}

export const segmentsIn = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".ndjson"))
        .sort()
    : []

/** Returns all bytes of a log. */
export const bytesIn = (folder: string): string =>
  segmentsIn(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("")
