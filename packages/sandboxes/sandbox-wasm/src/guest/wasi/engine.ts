/** The part of the engine's `WebAssembly` that runs a guest. Node's own types leave it out. */
interface Engine {
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly Memory: new (limits: { readonly initial: number; readonly maximum?: number }) => EngineMemory
}

/** A linear memory. Its buffer is another one each time it has grown. */
export interface EngineMemory {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => number
}

/** The engine's own namespace. */
export const engine: Engine = Reflect.get(globalThis, "WebAssembly")

/** Whether the guest, or a call that it made, ran out of stack. Only this text tells so. */
export const isStackOverflow = (thrown: unknown): boolean =>
  thrown instanceof RangeError && thrown.message === "Maximum call stack size exceeded"
