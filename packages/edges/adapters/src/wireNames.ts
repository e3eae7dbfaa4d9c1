import type { GateTool } from "./GateTool.ts"

/**
 * Throws if a framework that writes the names of tools in its own way would give two tools one name: calls of one of them would be
 * made of the other.
 */
export const checkNames = (
  framework: string,
  tools: ReadonlyArray<GateTool>,
  write: (name: string) => string
): void => {
  const names = new Map<string, string>()
  for (const { name } of tools) {
    const written = write(name)
    const other = names.get(written)
    if (other !== undefined)
      throw new TypeError(`Tools "${other}" and "${name}" have one name in ${framework}: "${written}".`)
    names.set(written, name)
  }
}
