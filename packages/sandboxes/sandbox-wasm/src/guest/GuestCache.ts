import { WebAssembly, type WebAssemblyModule } from "../admission/WebAssembly.ts"
import type { HoldFrame, SourceFrame } from "../frames/ParentFrame.ts"
import type { ScriptEnd } from "./GuestWorld.ts"
import { stripTypes } from "./script/stripTypes.ts"

type Compiled = { readonly module: WebAssemblyModule } | { readonly broken: string }

/** A script as JavaScript, or how it ends without running. */
export type Source = { readonly code: string } | { readonly end: ScriptEnd }

/** The guests that this process caches. The parent decides which. */
export class GuestCache {
  private readonly modules = new Map<number, Compiled>()
  private readonly sources = new Map<number, Source>()

  holdModule({ guest, drop }: HoldFrame, bytes: Uint8Array): void {
    this.drop(drop)
    this.modules.set(guest, compiled(bytes))
  }

  holdSource({ guest, drop, isTypeScript }: SourceFrame, bytes: Uint8Array): void {
    this.drop(drop)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    this.sources.set(guest, isTypeScript ? stripTypes(text) : { code: text })
  }

  module(guest: number): Compiled {
    return this.modules.get(guest) ?? { broken: "it is not loaded" }
  }

  source(guest: number): Source {
    return this.sources.get(guest) ?? { end: { kind: "invalid", message: "it is not loaded" } }
  }

  private drop(guests: ReadonlyArray<number>): void {
    for (const guest of guests) {
      this.modules.delete(guest)
      this.sources.delete(guest)
    }
  }
}

const compiled = (bytes: Uint8Array): Compiled => {
  try {
    return { module: new WebAssembly.Module(bytes) }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : "it does not compile" }
  }
}
