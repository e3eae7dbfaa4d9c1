// Copies the native module beside the built program of the worker, which loads it.
import { copyFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const path = (name) => fileURLToPath(new URL(name, import.meta.url))

copyFileSync(path("../src/math/native/native-math.wasm"), path("../dist/worker/native-math.wasm"))
