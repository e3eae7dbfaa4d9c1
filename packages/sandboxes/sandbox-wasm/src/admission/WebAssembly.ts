/** The used part of the engine's `WebAssembly`, which Node's types omit. */
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

/** A compiled module. */
export interface WebAssemblyModule {
  readonly [Symbol.toStringTag]: "WebAssembly.Module"
}

export const WebAssembly: WebAssemblyNamespace = Reflect.get(globalThis, "WebAssembly")
