import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileAuditLog } from "@toolgate/audit"
import { AuditLog } from "@toolgate/core"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** Returns a new folder on the temporary disk, and a function that removes it. */
export const auditFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-audit-"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns an audit log in files, and a function that closes it. */
export const openAuditLog = async (folder: string, options: { readonly segmentBytes?: number } = {}) => {
  const runtime = ManagedRuntime.make(FileAuditLog.layer({ ...options, folder }))
  return { log: await runtime.runPromise(AuditLog), close: () => runtime.dispose() }
}
