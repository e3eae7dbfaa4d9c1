import { randomUUID } from "node:crypto"
import { type AuditSource, verifyAuditLog } from "@toolgate/audit"
import type { NewVerification, Verification } from "../api/record.ts"

/** Verifies the record in the background, one verification at a time. */
export class Verifications {
  private readonly source: AuditSource
  private readonly known = new Map<string, typeof Verification.Type>()
  private last: Promise<unknown> = Promise.resolve()

  constructor(source: AuditSource) {
    this.source = source
  }

  /** Starts a verification after those that run. Returns `undefined` if too many wait. */
  start(given: typeof NewVerification.Type): typeof Verification.Type | undefined {
    const running = [...this.known.values()].filter(({ state }) => state === "running")
    if (running.length >= mostWaiting) return undefined
    const started = { id: randomUUID(), state: "running" } as const
    this.remember(started)
    this.last = this.last.then(async () => this.remember(await this.verify(started.id, given)))
    return started
  }

  /** Returns a verification, if it is not too old. */
  find(id: string): typeof Verification.Type | undefined {
    return this.known.get(id)
  }

  private async verify(id: string, given: typeof NewVerification.Type): Promise<typeof Verification.Type> {
    try {
      const result = await verifyAuditLog(this.source, given)
      return { id, state: "done", result: { ...result, holds: result.records > 0 && result.problemCount === 0 } }
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : "The record cannot be read."
      return { id, state: "failed", message }
    }
  }

  private remember(verification: typeof Verification.Type): void {
    this.known.set(verification.id, verification)
    const oldest = [...this.known.values()].find(({ state }) => state !== "running")
    if (this.known.size > mostKept && oldest !== undefined) this.known.delete(oldest.id)
  }
}

const mostWaiting = 4
const mostKept = 20
