import type { RegisteredTool } from "@toolgate/core"
import { toolDigest } from "./toolDigest.ts"

/** A tool whose definition was checked and is valid. */
export class CheckedTool implements RegisteredTool {
  readonly definition: RegisteredTool["definition"]
  readonly implementations: RegisteredTool["implementations"]
  readonly examples: RegisteredTool["examples"]
  readonly parse: RegisteredTool["parse"]
  readonly checkOutput: RegisteredTool["checkOutput"]
  readonly unchecked: RegisteredTool["unchecked"]
  #digest: string | undefined = undefined

  constructor({
    definition,
    implementations,
    examples,
    parse,
    checkOutput,
    unchecked
  }: Omit<RegisteredTool, "digest">) {
    this.definition = definition
    this.implementations = implementations
    this.examples = examples
    this.parse = parse
    this.checkOutput = checkOutput
    this.unchecked = unchecked
    Object.freeze(this)
  }

  // The digest is made when it is first read: a thousand digests take as long as registering a thousand tools.
  get digest(): string {
    this.#digest ??= toolDigest(this.definition)
    return this.#digest
  }
}
