import type { GrammarFiles } from "@toolgate/shell"
import * as module from "web-tree-sitter"

/** Fetches the parser and the grammar of bash, which lie beside the worker's program. */
export const readGrammarFiles = async (): Promise<GrammarFiles> => {
  const [binary, grammar] = await Promise.all(["web-tree-sitter.wasm", "tree-sitter-bash.wasm"].map(fetchBytes))
  if (binary === undefined || grammar === undefined) throw new Error("Two files were fetched.")
  return { module, binary, grammar }
}

const fetchBytes = async (name: string): Promise<Uint8Array> => {
  const answer = await fetch(new URL(name, import.meta.url))
  if (!answer.ok) throw new Error(`Cannot fetch "${name}" for the reader of commands: ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}
