import type { JsonObject, ProviderImplementation, ToolImplementation } from "@toolgate/core"
import { copyJson } from "@toolgate/core/json"

/**
 * Copies and freezes the JSON parts of an implementation, or returns why they are not JSON. Fills in members that older
 * hand-written implementations lack.
 */
export const copyImplementation = (one: ToolImplementation): ToolImplementation => {
  const copies = withOwnCopies(one)
  if (copies?.kind === undefined || copies.kind === "provider" || copies.recipe === undefined) return copies
  return { ...copies, recipe: copied(copies.recipe) as JsonObject }
}

const withOwnCopies = (one: ToolImplementation): ToolImplementation => {
  switch (one?.kind) {
    case "provider":
      return { kind: "provider", specs: copied(one.specs) as ProviderImplementation["specs"] }
    case "script": {
      const script = { ...noSettings, ...one }
      return { ...script, settings: copied(script.settings) as JsonObject }
    }
    case "command":
      return { ...noPlace, ...one }
    default:
      return one
  }
}

const noSettings = { export: "default", settings: {} }
const noPlace = { env: {}, folder: undefined }

const copied = (json: unknown): unknown => copyJson(json, { depth: 32, nodes: 20_000, characters: 256 * 1024 })
