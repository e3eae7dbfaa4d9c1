// Copies the native module next to the built files: the program of the worker, and the entries that other packages load
// in their own workers.
import { copyFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const path = (name) => fileURLToPath(new URL(name, import.meta.url))

for (const folder of ["../dist", "../dist/worker"])
  copyFileSync(path("../src/native/native-math.wasm"), path(`${folder}/native-math.wasm`))
