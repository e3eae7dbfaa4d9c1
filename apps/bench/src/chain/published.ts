// Counts the tokens of the definitions in a file as schemas and as declarations, and the declarations that parse. Each
// line of the file is an MCP definition in JSON.
//
//   node --conditions=@toolgate/source src/chain/published.ts definitions.jsonl
import { readFileSync } from "node:fs"
import type { DeclaredTool } from "@toolgate/chain"
import { countCatalogueTokens } from "./estimateTokens.ts"
import { isValidDeclaration } from "./isValidDeclaration.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("The file of definitions is missing.")
const tools = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): DeclaredTool => {
    const { name, description = "", inputSchema, outputSchema } = JSON.parse(line)
    return { name, description, parameters: inputSchema, output: outputSchema }
  })
console.log(
  `${tools.filter(isValidDeclaration).length} of ${tools.length} declarations parse. At four characters a token:`
)
console.log(countCatalogueTokens(tools))
