import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { explainFileError } from "@toolgate/core"

const readSettings = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new Error(`${path}: ${explainFileError(error, "read")}`)
  }
}
assert.throws(() => readSettings("settings.json"), { message: "settings.json: there is no such file or folder" })
