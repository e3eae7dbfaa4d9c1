import { WebAssembly } from "../../src/admission/WebAssembly.ts"

/**
 * Returns the sizes to which the memory and the tables of a module can really grow. The engine is asked until it
 * refuses.
 */
export const grown = (bytes: Uint8Array): { readonly memory: number; readonly tables: number } => {
  const module = new WebAssembly.Module(bytes)
  const imports = new Proxy({}, { get: () => new Proxy({}, { get: () => () => 0 }) })
  const size = { memory: 0, tables: 0 }
  const exports = exportsOf(module, imports)
  for (const one of new Set(Object.values(exports))) {
    if (!isGrowable(one)) continue
    for (let step = 2 ** 20; step >= 1; step /= 2) while (growsBy(one, step));
    if (one.buffer !== undefined) size.memory += one.buffer.byteLength / 65_536
    else size.tables += one.length ?? 0
  }
  return size
}

/** Returns no exports if instantiating the module traps, for example because of data beyond its memory. */
const exportsOf: (...made: ConstructorParameters<typeof WebAssembly.Instance>) => object = (module, imports) => {
  try {
    return new WebAssembly.Instance(module, imports).exports
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return {}
    throw error
  }
}

interface Growable {
  grow(by: number): number
  readonly buffer?: ArrayBuffer
  readonly length?: number
}

const isGrowable = (value: unknown): value is Growable =>
  typeof value === "object" && value !== null && "grow" in value && typeof value.grow === "function"

const growsBy = (one: Growable, by: number): boolean => {
  try {
    one.grow(by)
    return true
  } catch {
    return false
  }
}
