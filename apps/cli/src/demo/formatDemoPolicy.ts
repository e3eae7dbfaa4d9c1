import { accessSync, constants } from "node:fs"
import { delimiter, dirname, join } from "node:path"

/** Returns the text of the demo's policy. `isConfined`: whether this machine can confine commands. */
export const formatDemoPolicy = (isConfined: boolean): string => `version: 1
rules:
  allow:
    - "write_file(cart.mjs)"
    - "shell(node cart.test.mjs)"
    - "shell(git commit:*)"
  ask:
    - "shell(git push:*)"
  deny:
    - "read_file(**/.env)"
tools:
  shell:
${isConfined ? confined() : "    unconfined: true\n"}`

const confined = (): string => {
  const folders = programFolders()
  return `    net: []\n${folders.length === 0 ? "" : `    path: ${JSON.stringify(folders)}\n`}`
}

/** Returns the folders of node and git, unless every confined command finds them there. */
const programFolders = (): ReadonlyArray<string> =>
  [...new Set([dirname(process.execPath), folderOfProgram("git") ?? "/usr/bin"])].filter(
    (folder) => !/^\/(?:usr\/)?s?bin$/.test(folder)
  )

const folderOfProgram = (name: string): string | undefined =>
  (process.env.PATH ?? "").split(delimiter).find((folder) => folder !== "" && isExecutable(join(folder, name)))

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
