import { chmodSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/private-files"
import { stateFolder } from "../stateFolder.ts"
import { shellWord } from "./shellWord.ts"

/** The program with which a client starts the gate. Its path stays the same when Node or Toolgate is updated. */
export const launcherPath = (): string => join(stateFolder("mcp"), "toolgate")

/** Writes the launcher of this Node and this program, in place of an earlier one. Rejects with the error of the operating system. */
export const writeLauncher = async (node: string, program: string): Promise<void> => {
  const path = launcherPath()
  await makeFolder(dirname(path))
  await writeWholeFile(path, launcherText(node, program), "replace")
  chmodSync(path, 0o700)
}

/**
 * Returns the text of a launcher: a script that starts a program with a Node. Clients with a window have no PATH, and version managers
 * put each version of Node, with the programs that are installed for it, into a folder of its own. So the parts of a path that are
 * versions match any version, and the newest folder that is there is taken.
 */
export const launcherText = (node: string, program: string): string => `#!/bin/sh
# Starts toolgate for MCP clients. "toolgate mcp install" wrote this file and writes it anew.
newest() { ls -1dt -- "$@" 2>/dev/null | head -n 1; }
node=$(newest ${anyVersion(node)})
[ -x "$node" ] || node=$(PATH="$PATH:/opt/homebrew/bin:/usr/local/bin:$HOME/.local/bin"; command -v node)
program=$(newest ${anyVersion(program)})
if [ ! -x "$node" ] || [ ! -f "$program" ]; then
  echo 'toolgate: Node or toolgate is no longer where it was. Install both, and run "toolgate mcp install" again.' >&2
  exit 127
fi
exec "$node" "$program" "$@"
`

/** Returns a path as words of a shell in which each part that is a version stands for all versions. */
const anyVersion = (path: string): string =>
  path
    .split("/")
    .map((name) => {
      const [, before = "", after] = /^(.*?)v?\d+(?:\.\d+)+(.*)$/.exec(name) ?? []
      return after === undefined ? quotedPart(name) : `${quotedPart(before)}*${quotedPart(after)}`
    })
    .join("/")

const quotedPart = (text: string): string => (text === "" ? "" : shellWord(text))
