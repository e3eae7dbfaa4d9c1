import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"

const folder = join(import.meta.dirname, "../src/native")
const digestOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex")
const module = join(folder, "native-math.wasm")

// The module was built with the toolchain of Debian 12. Other versions produce different bytes.
const version = spawnSync("clang++-14", ["--version"], { encoding: "utf8" }).stdout ?? ""
const hasToolchain =
  version.startsWith("Debian clang version 14.0.6") &&
  ["/usr/include/eigen3/Eigen/Dense", "/usr/include/wasm32-wasi/c++/v1/vector"].every((file) => existsSync(file))

it.skipIf(!hasToolchain)("is reproducible byte by byte in another folder", () => {
  const copy = mkdtempSync(join(tmpdir(), "toolgate-native-"))
  try {
    cpSync(folder, copy, { recursive: true })
    rmSync(join(copy, "native-math.wasm"))
    execFileSync("sh", [join(copy, "build.sh")])
    expect(digestOf(join(copy, "native-math.wasm"))).toBe(digestOf(module))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
