import { join, resolve } from "node:path"
import { AuditLog } from "@toolgate/core"
import { keyFile, SecretKey } from "@toolgate/keys"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AuditLogUnavailable, unavailableIn } from "./AuditLogUnavailable.ts"
import { auditLogIn } from "./auditLogIn.ts"
import { keyFileName } from "./keyFileName.ts"
import { makeFolder } from "./makeFolder.ts"
import { segmentFiles } from "./segments/SegmentFile.ts"
import { SegmentStore } from "./segments/SegmentStore.ts"

/** The options of an audit log in files. */
export interface FileAuditLogOptions {
  /**
   * The folder of the log. A folder that does not exist is made, with access for this user alone. Several processes may
   * share one folder.
   */
  readonly folder: string
  /** The key of the digests that stand for secrets: at least 32 bytes. By default, a key is kept in the folder. */
  readonly key?: Uint8Array
  /** The size in bytes at which a segment is followed by another; 64 MiB by default. */
  readonly segmentBytes?: number
  /** The number of bytes that may wait to be written before calls wait that otherwise would not; 8 MiB by default. */
  readonly queueBytes?: number
}

/**
 * A layer for an audit log in files that are only appended to. The layer fails with `AuditLogUnavailable` when the log
 * cannot be written. If the log fails later, every call is refused until the log can be written again. Throws for
 * invalid options.
 *
 * ```ts
 * import { builtins } from "toolgate"
 * import { FileAuditLog, ToolgateLayer } from "toolgate/effect"
 *
 * const audit = FileAuditLog.layer({ folder: "/var/log/agents", segmentBytes: 16 * 1024 * 1024 })
 * export const gate = ToolgateLayer.layer({ policy: "default", tools: builtins(), audit })
 * ```
 */
export const layer = (options: FileAuditLogOptions): Layer.Layer<AuditLog, AuditLogUnavailable> => {
  const { folder, key, segmentBytes = 64 * 1024 * 1024, queueBytes = 8 * 1024 * 1024 } = options
  if (typeof folder !== "string" || folder === "") throw new TypeError('"folder" must be the path of a folder.')
  if (key !== undefined && !(key instanceof Uint8Array && key.length >= 32))
    throw new TypeError('"key" must hold at least 32 bytes.')
  for (const [name, bytes] of Object.entries({ segmentBytes, queueBytes }))
    if (!(Number.isSafeInteger(bytes) && bytes > 0))
      throw new RangeError(`"${name}" must be a number of bytes greater than 0.`)
  const path = resolve(folder)
  return Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const stored = join(path, keyFileName)
      const digests = yield* tried(path, async () => {
        await makeFolder(path)
        return key === undefined ? keyFile(stored) : new SecretKey(key)
      })
      const store = yield* Effect.acquireRelease(
        tried(path, () =>
          SegmentStore.open({
            folder: path,
            key: digests.id,
            segmentBytes,
            queueBytes,
            files: segmentFiles,
            restore: async () => {
              if (key === undefined) await keyFile(stored, digests)
            },
            tell: (state) => {
              runFork("failed" in state ? logFailure(path, state.failed) : logReturn(path, state))
            }
          })
        ),
        (opened) => Effect.promise(() => opened.close())
      )
      return auditLogIn(store, digests)
    })
  )
}

const tried = <A>(folder: string, attempt: () => Promise<A>): Effect.Effect<A, AuditLogUnavailable> =>
  Effect.tryPromise({ try: attempt, catch: (cause) => unavailableIn(folder, cause) })

const logFailure = (folder: string, cause: unknown) =>
  Effect.logError("The audit log cannot be written; every call is refused until it can be.", Cause.fail(cause)).pipe(
    Effect.annotateLogs({ folder })
  )

const logReturn = (folder: string, lost: { readonly lost: number; readonly refused: number }) =>
  Effect.logWarning("The audit log can be written again.").pipe(Effect.annotateLogs({ folder, ...lost }))
