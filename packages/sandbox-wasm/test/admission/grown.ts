import { WebAssembly } from "../../src/admission/WebAssembly.ts"

/** What a memory or a table of a module can really be grown to: the engine is asked until it refuses. */
export const grown = (bytes: Uint8Array): { readonly memory: number; readonly tables: number } => {
  const module = new WebAssembly.Module(bytes)
  const imports = new Proxy({}, { get: () => new Proxy({}, { get: () => () => 0 }) })
  const { exports } = new WebAssembly.Instance(module, imports)
  const size = { memory: 0, tables: 0 }
  for (const one of new Set(Object.values(exports))) {
    if (!isGrowable(one)) continue
    for (let step = 2 ** 20; step >= 1; step /= 2) while (growsBy(one, step));
    if (one.buffer !== undefined) size.memory += one.buffer.byteLength / 65_536
    else size.tables += one.length ?? 0
  }
  return size
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
