import { resolve } from "node:path"
import { AuditLog } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AuditLogUnavailable, unavailableIn } from "./AuditLogUnavailable.ts"
import { auditLogIn } from "./auditLogIn.ts"
import { digestKeyOf } from "./digestKeyFile.ts"
import { makeFolder } from "./makeFolder.ts"
import { DigestKey } from "./redaction/DigestKey.ts"
import { segmentFiles } from "./segments/SegmentFile.ts"
import { SegmentStore } from "./segments/SegmentStore.ts"

export interface FileAuditLogOptions {
  /** Where the log is: made, for this user alone, where there is none. Several processes may keep theirs in one. */
  readonly folder: string
  /** The key of the digests that stand for secrets: at least 32 bytes. Without it, one is kept in the folder. */
  readonly key?: Uint8Array
  /** A file of this size is followed by another; 64 MiB, unless told otherwise. */
  readonly segmentBytes?: number
  /** How much may wait to be written before calls wait that else would not; 8 MiB, unless told otherwise. */
  readonly queueBytes?: number
}

/**
 * An audit log in files that are only appended to. The layer fails where it cannot be written; later, every call is refused
 * until it can be again. Throws where the options do not hold.
 */
export const layer = (options: FileAuditLogOptions): Layer.Layer<AuditLog, AuditLogUnavailable> => {
  const { folder, key, segmentBytes = 64 * 1024 * 1024, queueBytes = 8 * 1024 * 1024 } = options
  if (typeof folder !== "string" || folder === "") throw new TypeError('"folder" has to be the path of a folder.')
  if (key !== undefined && !(key instanceof Uint8Array && key.length >= 32))
    throw new TypeError('"key" has to be at least 32 bytes.')
  for (const [name, bytes] of Object.entries({ segmentBytes, queueBytes }))
    if (!(Number.isSafeInteger(bytes) && bytes > 0)) throw new RangeError(`"${name}" has to be a number of bytes.`)
  const path = resolve(folder)
  return Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const runFork = Effect.runForkWith(yield* Effect.context<never>())
      const bytes = yield* tried(path, async () => {
        await makeFolder(path)
        return key ?? (await digestKeyOf(path))
      })
      const digests = new DigestKey(bytes)
      const store = yield* Effect.acquireRelease(
        tried(path, () =>
          SegmentStore.open({
            folder: path,
            key: digests.id,
            segmentBytes,
            queueBytes,
            files: segmentFiles,
            restore: async () => {
              if (key === undefined) await digestKeyOf(path, bytes)
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
