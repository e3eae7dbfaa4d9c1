import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { mcpShape } from "../../../../packages/edges/mcp-client/src/config/mcpShape.ts"
import { serverSchema } from "../../../../packages/edges/server/src/config/serverShape.ts"
import { catalogueShape } from "../../../../packages/tools/catalogue/src/catalogue/catalogueShape.ts"
import { makeFolderContent } from "../../../../packages/tools/catalogue/src/plugins/FolderContent.ts"
import { makeManifestShape } from "../../../../packages/tools/catalogue/src/plugins/makeManifestShape.ts"
import { root } from "../documents.ts"

const $schema = "http://json-schema.org/draft-07/schema#"

/** JSON Schemas for editors, by their published files. They come from the shapes that also read such files. */
export const schemas = {
  "packages/edges/mcp-client/mcp.schema.json": { $schema, title: "MCP servers behind Toolgate", ...mcpShape.schema },
  "packages/edges/server/server.schema.json": serverSchema,
  "packages/tools/catalogue/tools.schema.json": { $schema, title: "Tools of Toolgate", ...catalogueShape.schema },
  "packages/tools/catalogue/plugin.schema.json": {
    $schema,
    title: "A plugin of Toolgate",
    ...makeManifestShape(makeFolderContent(new Map())).schema
  }
} as const

if (process.argv[1] === import.meta.filename)
  for (const [file, schema] of Object.entries(schemas))
    writeFileSync(join(root, file), `${JSON.stringify(schema, null, 2)}\n`)
