import type { Session } from "toolgate"
import type { ToolsOptions } from "../../src/index.ts"

/** A call of a mock model. `text` replaces the arguments if they are not JSON. */
export interface ModelCall {
  readonly id: string
  readonly tool: string
  readonly args?: object
  readonly text?: string
}

/** The answer to a call, as the model reads it in its next turn. */
export interface AnswerForModel {
  readonly id: string
  /** The form of the answer: a result, an error or a denial. */
  readonly as: "result" | "error" | "denial"
  readonly text: string
  /** The media types of attached files. */
  readonly files: ReadonlyArray<string>
}

/** A run of a framework's own loop. */
export interface Run {
  readonly session: Session
  /** The model's calls in each turn, before it says "done". */
  readonly turns: ReadonlyArray<ReadonlyArray<ModelCall>>
  readonly options?: ToolsOptions
  readonly signal?: AbortSignal
}

export interface RunEnd {
  /** The answers that the model got with its last turn, in order. */
  readonly told: ReadonlyArray<AnswerForModel>
  /** The model's last words, or undefined if the framework gave up earlier. */
  readonly text: string | undefined
  /** The streamed parts of the output. */
  readonly deltas: ReadonlyArray<string>
}

/** A framework under the contract: its loop with a mock model, and its capabilities. */
export interface Framework {
  readonly run: (run: Run) => Promise<RunEnd>
  /** The form of a denial, and of another failure, for the model. */
  readonly denial: AnswerForModel["as"]
  readonly failure: AnswerForModel["as"]
  /** Whether files reach the model beside the text. */
  readonly takesFiles: boolean
  /** Whether it streams the output of a running call. */
  readonly streams: boolean
  /** Whether it refuses invalid arguments itself, before the gate sees the call. */
  readonly validatesFirst: boolean
  /** The reaction of the framework to a call of an unknown tool. */
  readonly onUnknownTool: "tells the model" | "gives up"
  /** Whether it drops a call whose id an earlier call of the run had. */
  readonly dropsRepeats?: true
}
