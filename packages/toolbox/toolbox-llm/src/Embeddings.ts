/** A source of embeddings: a model that turns texts into vectors, with similar texts near each other. */
export interface Embeddings {
  /**
   * Embeds texts, none of them blank, and returns one vector per text in the same order. Rejects within 100 ms after
   * `signal` aborts, and with a `ToolError` for failures that the model should read.
   */
  readonly embed: (texts: ReadonlyArray<string>, options: EmbedOptions) => Promise<Embedded>
}

export interface EmbedOptions {
  /** The name of the model. By default, the source chooses. */
  readonly model?: string
  readonly signal: AbortSignal
  /** Streams a sentence about the progress. */
  readonly progress?: (text: string) => void
}

/** The vectors of texts, all with the same number of dimensions. */
export interface Embedded {
  readonly model: string
  readonly dimensions: number
  readonly vectors: ReadonlyArray<Vector>
}

/** A vector of finite numbers. */
export type Vector = ArrayLike<number>
