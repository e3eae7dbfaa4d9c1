import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { NewFile } from "./writeNewFiles.ts"

/** The names of the templates, which are folders beside the bundle. */
export const templateNames = ["minimal", "coding-agent", "support-desk", "data-analyst", "mcp-gateway"] as const

/** Returns the files of a template, the policy last. `schema` is the location of the JSON Schema for editors. */
export const readTemplate = (template: (typeof templateNames)[number], schema: string): ReadonlyArray<NewFile> => {
  const folder = new URL(`templates/${template}/`, import.meta.url)
  return readdirSync(fileURLToPath(folder))
    .toSorted((one, other) => Number(one === "toolgate.yaml") - Number(other === "toolgate.yaml"))
    .map((name) => {
      const text = readFileSync(fileURLToPath(new URL(name, folder)), "utf8")
      return { name, text: name === "toolgate.yaml" ? `# yaml-language-server: $schema=${schema}\n${text}` : text }
    })
}
