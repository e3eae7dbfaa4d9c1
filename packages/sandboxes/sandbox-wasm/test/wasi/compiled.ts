import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import makeWabt from "wabt"
import { WebAssembly, type WebAssemblyModule } from "../../src/admission/WebAssembly.ts"

const wabt = await makeWabt()

/** Makes a module from its text form. */
export const fromText = (source: string): WebAssemblyModule => {
  const parsed = wabt.parseWat("guest.wat", source)
  try {
    return new WebAssembly.Module(parsed.toBinary({}).buffer)
  } finally {
    parsed.destroy()
  }
}

const flags = ["--target=wasm32-wasi", "--sysroot=/usr", "-O1", "-Wall", "-Werror"]

/** Compiles a command from its C source. */
export const fromC = (source: string): WebAssemblyModule => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-guest-"))
  try {
    writeFileSync(join(folder, "guest.c"), source)
    execFileSync("clang", [...flags, "-o", join(folder, "guest.wasm"), join(folder, "guest.c")], { stdio: "pipe" })
    return new WebAssembly.Module(readFileSync(join(folder, "guest.wasm")))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The reason why C cannot be compiled here, for a test's name, or `undefined` if it can. */
export const withoutClang: string | undefined = (() => {
  try {
    fromC("int main(void) { return 0; }")
    return undefined
  } catch {
    return "clang with wasi-libc is not installed"
  }
})()
