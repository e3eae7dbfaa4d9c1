import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { folder } from "./folder.ts"

/** Returns a copy of this repository, with bundle, sources and installed packages, that a test may edit. */
export const repository = (): string => {
  const [from, at] = [fileURLToPath(new URL("../../..", import.meta.url)), folder()]
  symlinkSync(join(from, "node_modules"), join(at, "node_modules"))
  for (const name of globSync("{apps/cli,packages/{*,*/*}}/package.json", { cwd: from }).map(dirname)) {
    const files = globSync(["{bin,compiled,node_modules,programs,src,templates,*.json}", "dist/{guest,*.cjs,*.json}"], {
      cwd: join(from, name)
    })
    mkdirSync(join(at, name, "dist"), { recursive: true })
    // The times of the files are copied to the nanosecond, because the freshness check compares them.
    for (const folder of new Set(files.map(dirname)))
      execFileSync("cp", ["-a", ...files.filter((file) => dirname(file) === folder), join(at, name, folder)], {
        cwd: join(from, name)
      })
  }
  return at
}
