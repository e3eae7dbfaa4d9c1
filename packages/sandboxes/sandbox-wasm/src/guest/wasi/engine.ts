/** The used part of the engine's `WebAssembly`, which Node's types omit. */
interface Engine {
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly Memory: new (limits: { readonly initial: number; readonly maximum?: number }) => EngineMemory
}

/** A linear memory. Growing replaces its buffer. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => number
}

export const engine: Engine = Reflect.get(globalThis, "WebAssembly")

/** Whether the guest, or a host call that it made, ran out of stack. Only the message tells. */
export const isStackOverflow = (thrown: unknown): boolean =>
  thrown instanceof RangeError && thrown.message === "Maximum call stack size exceeded"
