import { WebAssembly, type WebAssemblyModule } from "../admission/WebAssembly.ts"
import type { HoldFrame } from "../frames/ParentFrame.ts"

/** A module, or why there is none. */
export type Compiled = { readonly module: WebAssemblyModule } | { readonly broken: string }

/** The modules that this process has compiled. Which ones, and how many, its parent decides. */
export class HeldModules {
  private readonly held = new Map<number, Compiled>()

  hold({ module, drop }: HoldFrame, bytes: Uint8Array): void {
    if (drop !== undefined) this.held.delete(drop)
    this.held.set(module, compiled(bytes))
  }

  get(module: number): Compiled {
    return this.held.get(module) ?? { broken: "it is not here" }
  }
}

const compiled = (bytes: Uint8Array): Compiled => {
  try {
    return { module: new WebAssembly.Module(bytes) }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : "it does not compile" }
  }
}
