import { Type } from "typebox"
import type { EmbeddingsSource } from "./EmbeddingsSource.ts"

/** Returns the part that the definitions of all tools for embeddings share. A request may pass through several batches. */
export const asksModel = ({ hosts }: EmbeddingsSource) =>
  ({
    sideEffects: "READ",
    effects: ["calls_llm", "network_access"],
    category: "llm",
    permission: "compute",
    callers: ["direct", "chain"],
    resources: hosts,
    timeoutMs: 300_000
  }) as const

/** Returns the end of a description: what the embeddings know, if that is less than a model does. */
export const knowing = ({ isOffline }: EmbeddingsSource): string =>
  isOffline ? " It works offline, and knows words and parts of words, not meaning." : ""

/** The schema of a text to be embedded. Models read some 8,000 tokens of a text. */
export const textSchema = (description: string) => Type.String({ minLength: 1, maxLength: 32_768, description })
