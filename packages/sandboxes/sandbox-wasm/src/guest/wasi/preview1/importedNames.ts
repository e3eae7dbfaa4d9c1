import { WebAssembly, type WebAssemblyModule } from "../../../admission/WebAssembly.ts"
import { type Preview1Name, preview1Names } from "./signatures.ts"

const known = new WeakMap<WebAssemblyModule, ReadonlyArray<Preview1Name>>()

/** Returns the functions of preview 1 that a module imports. They are looked up once for each module. */
export const importedNames = (module: WebAssemblyModule): ReadonlyArray<Preview1Name> => {
  const found = known.get(module) ?? namesOf(module)
  known.set(module, found)
  return found
}

const namesOf = (module: WebAssemblyModule): ReadonlyArray<Preview1Name> => {
  const named = new Set(WebAssembly.Module.imports(module).map(({ name }) => name))
  return preview1Names.filter((name) => named.has(name))
}
