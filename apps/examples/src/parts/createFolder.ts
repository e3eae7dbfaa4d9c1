import { mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Creates a temporary folder with these files, so that an example changes nothing else. */
export const createFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "toolgate-example-"))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
