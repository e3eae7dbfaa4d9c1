/** The part of the engine's `WebAssembly` that is used here. Node's own types leave it out. */
interface WebAssemblyNamespace {
  validate(bytes: Uint8Array): boolean
  readonly Module: {
    new (bytes: Uint8Array): WebAssemblyModule
    imports(module: WebAssemblyModule): ReadonlyArray<{ readonly name: string }>
  }
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly RuntimeError: new (message?: string) => Error
}

/** A module that the engine has compiled. */
export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module"
}

/** The engine's own namespace. */
export const WebAssembly: WebAssemblyNamespace = Reflect.get(globalThis, "WebAssembly")
