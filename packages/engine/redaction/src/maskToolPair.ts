import { ConfigurationMask, maskTool } from "./ConfigurationMask.ts"

/**
 * Masks two versions of a tool's definition, so that a person can compare them. `isSecretChanged` tells whether a secret
 * has changed, which the versions do not show.
 */
export const maskToolPair = <One extends ToolParts, Other extends ToolParts>(
  before: One,
  now: Other
): { readonly before: One; readonly now: Other; readonly isSecretChanged: boolean } => {
  const masks = [new ConfigurationMask(), new ConfigurationMask()] as const
  const pair = { before: maskTool(before, masks[0]), now: maskTool(now, masks[1]) }
  return { ...pair, isSecretChanged: masks[0].secrets.join("\n") !== masks[1].secrets.join("\n") }
}

type ToolParts = Parameters<typeof maskTool>[0]
