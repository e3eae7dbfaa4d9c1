/** A source of embeddings: a model that turns texts into vectors, so that texts of a like meaning are near each other. */
export interface Embeddings {
  /**
   * Embeds any number of texts, none of which is blank, and returns a vector for each, in their order. Rejects within 100 ms once
   * `signal` is aborted, and with a `ToolError` where the failure has words for the model.
   */
  readonly embed: (texts: ReadonlyArray<string>, options: EmbedOptions) => Promise<Embedded>
}

/** The options of embedding texts. */
export interface EmbedOptions {
  /** The name of a model. By default, the source chooses. */
  readonly model?: string
  readonly signal: AbortSignal
  /** Tells whoever watches the call, in a sentence, how far the work has come. */
  readonly progress?: (text: string) => void
}

/** The vectors of texts. All of them have the same number of dimensions. */
export interface Embedded {
  readonly model: string
  readonly dimensions: number
  readonly vectors: ReadonlyArray<Vector>
}

/** A vector: numbers that are finite. */
export type Vector = ArrayLike<number>
