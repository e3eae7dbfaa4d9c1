import { type DeclaredTool, declarations } from "@toolgate/chain"

/** Estimates the tokens of a text at four characters each, because tokenizers differ by model. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)

/**
 * Returns the tokens of tools as schemas and as declarations, with and without results, which providers do not accept.
 */
export const countCatalogueTokens = (tools: ReadonlyArray<DeclaredTool>) => {
  const schemas = (returned: boolean) =>
    estimateTokens(
      tools
        .map(({ name, description, parameters, output }) =>
          JSON.stringify({
            name,
            description,
            input_schema: parameters,
            ...(returned ? { output_schema: output } : {})
          })
        )
        .join("")
    )
  return {
    schemas: schemas(false),
    declarations: estimateTokens(
      declarations(tools.map(({ name, description, parameters }) => ({ name, description, parameters })))
    ),
    schemasWithResults: schemas(true),
    declarationsWithResults: estimateTokens(declarations(tools))
  }
}
