/** The part of the engine's `WebAssembly` that is used here. Node's types omit it. */
interface WebAssemblyNamespace {
  compile(bytes: Uint8Array): Promise<WebAssemblyModule>
  instantiate(
    module: WebAssemblyModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  ): Promise<WebAssemblyInstance>
  readonly RuntimeError: new (message?: string) => Error
}

export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module"
}

export interface WebAssemblyInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

/** The engine's global namespace. */
export const WebAssembly: WebAssemblyNamespace = Reflect.get(globalThis, "WebAssembly")
