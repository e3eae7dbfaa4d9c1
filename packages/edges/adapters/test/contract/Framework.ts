import type { Session } from "toolgate"
import type { ToolsOptions } from "../../src/index.ts"

/** A call as a mock model makes it. `text` takes the place of the arguments where a model writes no JSON. */
export interface ModelCall {
  readonly id: string
  readonly tool: string
  readonly args?: object
  readonly text?: string
}

/** The answer to one of a model's calls, as the model reads it when it is asked again. */
export interface Told {
  readonly id: string
  /** The way in which the framework says it: as a result, as an error, or as a denial. */
  readonly as: "result" | "error" | "denial"
  readonly text: string
  /** The media types of the files beside the text. */
  readonly files: ReadonlyArray<string>
}

/** A run of a framework's own loop. */
export interface Run {
  readonly session: Session
  /** The calls that the model makes in each of its turns, before it says "done". */
  readonly turns: ReadonlyArray<ReadonlyArray<ModelCall>>
  readonly options?: ToolsOptions
  readonly signal?: AbortSignal
}

/** The end of a run. */
export interface RunEnd {
  /** The answers that the model was given with its last turn, in the order of the conversation. */
  readonly told: ReadonlyArray<Told>
  /** The model's last words, or undefined if the framework gave up before them. */
  readonly text: string | undefined
  /** The parts of the output that the framework passed on while the calls ran. */
  readonly deltas: ReadonlyArray<string>
}

/** A framework under the contract: its loop with a mock model, and what it is able to do. */
export interface Framework {
  readonly run: (run: Run) => Promise<RunEnd>
  /** The way in which it tells a model of a denial, and of another failure. */
  readonly denial: Told["as"]
  readonly failure: Told["as"]
  /** Whether files reach the model beside the text. */
  readonly takesFiles: boolean
  /** Whether it passes on what a running call prints. */
  readonly streams: boolean
  /** Whether it refuses invalid arguments itself, so that the gate never hears of the call. */
  readonly validatesFirst: boolean
  /** The framework's way with a call of a tool that it was not given. */
  readonly onUnknownTool: "tells the model" | "gives up"
  /** Set if it makes no call whose id an earlier call of the run had. */
  readonly dropsRepeats?: true
}
