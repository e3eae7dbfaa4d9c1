/** The parser and the grammar of bash as WebAssembly, loaded by the process or page. */
export interface GrammarFiles {
  /** The package `web-tree-sitter`. */
  readonly module: object
  /** The file `web-tree-sitter.wasm`. */
  readonly binary: Uint8Array
  /** The file `tree-sitter-bash.wasm`. */
  readonly grammar: Uint8Array
}
