// Replaces the worker's program, and tries everything that a job may not do.
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"

const [workspace = ""] = process.argv.slice(2)
const tried = (work: () => unknown): unknown => {
  try {
    work()
    return "done"
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}
const spawned = () => {
  const { error } = spawnSync("/bin/true")
  if (error !== undefined) throw error
}

console.log(
  JSON.stringify({
    "read its own program": tried(() => readFileSync(import.meta.filename)),
    "read /etc/passwd": tried(() => readFileSync("/etc/passwd")),
    "read the workspace": tried(() => readFileSync(join(workspace, "secret.txt"))),
    "look for a file": tried(() => statSync(join(workspace, "secret.txt"))),
    "list a folder": tried(() => readdirSync(workspace)),
    "write a file": tried(() => writeFileSync(join(workspace, "made.txt"), "")),
    "write over its own program": tried(() => writeFileSync(import.meta.filename, "")),
    "start a program": tried(spawned),
    "start a thread": tried(() => new Worker("", { eval: true })),
    "load native code": tried(() => process.dlopen({ exports: {} }, "/lib/libc.so.6"))
  })
)
