import type { Case } from "../Case.ts"

/** Another program's way of running a tool, and what it leaves out of what a call through the gate gets. */
export interface Peer extends Case {
  readonly doesNot: string
  readonly close?: () => Promise<void>
}
