/** A list of tools that cannot be declared. The message names the tools. */
export class DeclarationError extends Error {
  override readonly name = "DeclarationError"
}
