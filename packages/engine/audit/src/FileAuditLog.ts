import { join, resolve } from "node:path"
import { AuditLog } from "@toolgate/core"
import { makeFolder, openKeyFile, readKeyReference, SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AuditLogUnavailable, makeUnavailable } from "./AuditLogUnavailable.ts"
import { keyFileName } from "./keyFileName.ts"
import { openAuditLog, type SegmentOptions, segmentOptions } from "./openAuditLog.ts"
import { makeFolderStorage } from "./segments/makeFolderStorage.ts"
import { segmentFiles } from "./segments/SegmentFile.ts"

/** The options of an audit log in files. */
export interface FileAuditLogOptions extends SegmentOptions {
  /**
   * The folder of the log. A missing folder is created with access for this user only. Several processes may share a
   * folder.
   */
  readonly folder: string
  /**
   * The key for the digests that replace secrets: a reference such as `file:PATH` or `env:NAME`, or at least 32 bytes.
   * Default: a key file in the folder.
   */
  readonly key?: string | Uint8Array
}

/**
 * A layer for an audit log in append-only files. Fails with `AuditLogUnavailable` if the log cannot be written at the
 * start. If writing fails later, every call is refused until the log can be written again. Throws for invalid options.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, readAuditLog } from "@toolgate/audit"
 * import { builtins, createToolgate } from "toolgate"
 * import { FileAuditLog } from "toolgate/effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = FileAuditLog.layer({ folder: folder.path })
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * await gate.close()
 *
 * const kinds: Array<string | undefined> = []
 * for await (const { record } of readAuditLog(folderSource(folder.path))) kinds.push(record?.kind)
 * assert.deepEqual(kinds, ["log.opened", "tool.call.dispatched", "tool.call.completed", "log.closed"])
 * ```
 */
export const layer = (options: FileAuditLogOptions): Layer.Layer<AuditLog, AuditLogUnavailable> => {
  const { folder, key } = options
  if (typeof folder !== "string" || folder === "") throw new TypeError('"folder" must be the path of a folder.')
  if (key !== undefined && typeof key !== "string" && !(key instanceof Uint8Array && key.length >= 32))
    throw new TypeError('"key" must be a reference such as "env:NAME", or hold at least 32 bytes.')
  const segments = segmentOptions(options)
  const path = resolve(folder)
  return Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const stored = join(path, keyFileName)
      const digests = yield* Effect.tryPromise({
        try: async () => {
          await makeFolder(path)
          if (key === undefined) return openKeyFile(stored)
          return typeof key === "string" ? readKeyReference(key) : new SecretKey(key)
        },
        catch: (cause) => cause
      })
      const place = makeFolderStorage(path, segmentFiles, async () => {
        if (key === undefined) await openKeyFile(stored, digests)
      })
      return yield* openAuditLog(place, digests, segments, { folder: path })
    }).pipe(Effect.mapError((cause) => makeUnavailable(path, cause)))
  )
}
