import { chmodSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { getStateFolder } from "../getStateFolder.ts"
import { quoteShellWord } from "../text/quoteShellWord.ts"

/** The program with which a client starts the gate. Its path survives updates of Node and Toolgate. */
export const getLauncherPath = (): string => join(getStateFolder("mcp"), "toolgate")

/** Writes the launcher of this Node and this program, replacing an earlier one. Rejects with the error of the operating system. */
export const writeLauncher = async (node: string, program: string): Promise<void> => {
  const path = getLauncherPath()
  await makeFolder(dirname(path))
  await writeWholeFile(path, formatLauncher(node, program), "replace")
  chmodSync(path, 0o700)
}

/**
 * Returns a launcher script. Desktop clients have no PATH, and version managers delete old Node versions with their packages; the launcher
 * then uses the newest version that has both. It never searches the workspace, because calls may write there.
 */
export const formatLauncher = (node: string, program: string): string => `#!/bin/sh
# Starts toolgate for MCP clients. "toolgate mcp install" writes this file.
node=${quoteShellWord(node)}
program=${quoteShellWord(program)}
real() { CDPATH= cd -- "$1" 2>/dev/null && pwd -P; }
workspace=.
before=
for word do
  case $before:$word in --workspace:*) workspace=$word ;; *:--workspace=*) workspace=\${word#*=} ;; esac
  before=$word
done
workspace=$(real "$workspace")
is_outside() { case $(real "$1")/ in / | "\${workspace%/}"/*) return 1 ;; esac; }
${versionSearch(node, program)}if [ ! -x "$node" ]; then
  node=$(PATH="$PATH:/opt/homebrew/bin:/usr/local/bin:$HOME/.local/bin"; command -v node)
  is_outside "\${node%/*}" || node=
fi
if [ ! -x "$node" ] || [ ! -f "$program" ]; then
  echo 'toolgate: Node or toolgate is no longer where it was. Install both outside the workspace, and run "toolgate mcp install" again.' >&2
  exit 127
fi
exec "$node" "$program" "$@"
`

/** Returns the launcher's search for another Node version. Empty if the path of Node contains no version. */
const versionSearch = (node: string, program: string): string => {
  const [, versions, version, inVersion = ""] = /^(.*)\/(v?\d+(?:\.\d+)+)\/(.+)$/.exec(node) ?? []
  if (versions === undefined || versions.split("/").includes("node_modules")) return ""
  const start = `${versions}/${version}/`
  const moved = program.startsWith(start) ? `"$folder"/${quoteShellWord(program.slice(start.length))}` : '"$program"'
  return `newest() {
  for folder in ${quoteShellWord(versions)}/*; do
    version=\${folder##*/}
    version=\${version#v}
    case $version in *[!0-9.]*) continue ;; [0-9]*.[0-9]*) ;; *) continue ;; esac
    [ -x "$folder"/${quoteShellWord(inVersion)} ] && [ -f ${moved} ] && is_outside "$folder" && echo "$version $folder"
  done | sort -t . -k 1,1n -k 2,2n -k 3,3n | tail -n 1
}
if [ ! -x "$node" ] || [ ! -f "$program" ]; then
  folder=$(newest)
  folder=\${folder#* }
  if [ -n "$folder" ]; then
    node="$folder"/${quoteShellWord(inVersion)}
    program=${moved}
  fi
fi
`
}
