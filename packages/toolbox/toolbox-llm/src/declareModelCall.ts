import { Type } from "typebox"
import type { EmbeddingsSource } from "./EmbeddingsSource.ts"

/** Returns the common part of all embedding tools. A request may need several batches. */
export const declareModelCall = ({ hosts }: EmbeddingsSource) =>
  ({
    sideEffects: "READ",
    effects: ["calls_llm", "network_access"],
    category: "llm",
    permission: "compute",
    callers: ["direct", "chain"],
    resources: hosts,
    timeoutMs: 300_000
  }) as const

/** Returns the end of a description, which states the limits of offline embeddings. */
export const describeKnowledge = ({ isOffline }: EmbeddingsSource): string =>
  isOffline ? " It works offline, and knows words and parts of words, not meaning." : ""

/** Returns the schema of a text to embed. Models read some 8,000 tokens. */
export const createTextSchema = (description: string) => Type.String({ minLength: 1, maxLength: 32_768, description })
