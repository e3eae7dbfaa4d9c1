/** The turns of a framework whose model calls a tool once: a tool of its own, and the gate's. Each resolves with the tool's answer. */
export interface Turns {
  readonly own: () => Promise<unknown>
  readonly gated: () => Promise<unknown>
}
