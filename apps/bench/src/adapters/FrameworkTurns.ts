/**
 * Turns of a framework in which the model calls a tool once: the framework's own, and the gate's. Each resolves with
 * the tool's answer.
 */
export interface FrameworkTurns {
  readonly own: () => Promise<unknown>
  readonly gated: () => Promise<unknown>
}
