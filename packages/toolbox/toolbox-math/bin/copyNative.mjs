// Copies the native module beside what is built: the program of the worker, and the entries that other packages load in theirs.
import { copyFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const path = (name) => fileURLToPath(new URL(name, import.meta.url))

for (const folder of ["../dist", "../dist/worker"])
  copyFileSync(path("../src/native/native-math.wasm"), path(`${folder}/native-math.wasm`))
