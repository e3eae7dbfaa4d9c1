/** The part of the engine's `WebAssembly` that is used here. Node's own types leave it out. */
interface WebAssemblyNamespace {
  compile(bytes: Uint8Array): Promise<WebAssemblyModule>
  instantiate(
    module: WebAssemblyModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  ): Promise<WebAssemblyInstance>
  readonly RuntimeError: new (message?: string) => Error
}

/** A module that the engine has compiled. */
export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module"
}

/** An instance of a module. */
export interface WebAssemblyInstance {
  readonly exports: Readonly<Record<string, unknown>>
}

/** The engine's own namespace. */
export const WebAssembly: WebAssemblyNamespace = Reflect.get(globalThis, "WebAssembly")
