import * as Context from "effect/Context"
import type { AuditSource } from "./AuditSource.ts"

/**
 * A service that reads the record of a gate, if the gate stores one in a folder or a database.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { AuditReader, readAuditPage } from "@toolgate/audit"
 * import * as Context from "effect/Context"
 * import * as Option from "effect/Option"
 * import { createToolgate } from "toolgate"
 * import { partsOf } from "toolgate/effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = { folder: folder.path }
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [], audit })
 * const source = Option.getOrThrow(Context.getOption(partsOf(gate).services, AuditReader))
 * const { lines } = await readAuditPage(source, { limit: 10 })
 * assert.equal(lines[0]?.record?.kind, "log.opened")
 * ```
 */
export class AuditReader extends Context.Service<AuditReader, AuditSource>()("@toolgate/audit/AuditReader") {}
