import type { JsonObject, ToolCall, ToolExecution } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { Declared, ProviderTurn, SafetyCheck, TurnItem } from "../Format.ts"
import type { HandledCall, LocalCall, ProviderTool } from "../ProviderTool.ts"
import { getText, toObjects } from "./unknownJson.ts"

/** A call in a response, not validated. */
export interface FoundCall {
  readonly item: JsonObject
  readonly type: string
  readonly id: string | undefined
  readonly name: string | undefined
  readonly toolset?: string | undefined
  /** The arguments for a gate's tool. */
  readonly args: Arguments
  /** The tool, if the name does not identify it. */
  readonly tool?: string
  readonly echo?: JsonObject
  /** The id of the program at the provider that made the call; `undefined` for the model. */
  readonly program?: string | undefined
}

/** The arguments of a call: a value, or the model's text. */
export type Arguments =
  | { readonly args: unknown; readonly argsText?: undefined }
  | { readonly argsText: string; readonly args?: undefined }

/** The calls of a turn, and the ids of the found calls. */
export interface ReadTurn extends Pick<ProviderTurn<never>, "calls" | "items"> {}

/**
 * Gives each found call a unique id and converts it to calls of the gate's tools: by provider tool, then by declared
 * name. The gate refuses an unknown name with a list of its tools.
 */
export const readTurn = (
  provider: string,
  found: ReadonlyArray<FoundCall>,
  declared: Pick<Declared, "toolOf" | "providerTool">,
  turn: string
): ReadTurn => {
  const ids = new Ids(found)
  const calls: Array<ToolCall> = []
  const programs = new Map<string, number>()
  const callerMember = ({ program }: FoundCall): Pick<ToolCall, typeof calledBy> => {
    if (program === undefined) return {}
    const index = programs.get(program) ?? 0
    programs.set(program, index + 1)
    return { [calledBy]: { provider, parent: program, index } }
  }
  const items = found.map((one, place): TurnItem => {
    const id = ids.next(one.id?.toWellFormed(), `${idText(turn)}_${place}`)
    const { type, name, item, toolset } = one
    const handler = declared.providerTool({
      type,
      ...(name === undefined ? {} : { name }),
      ...(toolset === undefined ? {} : { toolset })
    })
    const handled = handler === undefined ? undefined : handle(handler, { provider, id, type, name, item })
    const made: ReadonlyArray<LocalCall | ({ tool: string } & Arguments)> = handled?.calls ?? [
      { tool: one.tool ?? declared.toolOf(name ?? "") ?? name ?? "", ...one.args }
    ]
    const callIds = made.map(({ tool, ...args }, index) => {
      const callId = made.length === 1 ? id : ids.next(undefined, `${id}_${index + 1}`)
      calls.push({ id: callId, tool, ...args, ...callerMember(one) } as ToolCall)
      return callId
    })
    return {
      id,
      hasId: one.id !== undefined && one.id !== "",
      type,
      wire: name?.toWellFormed() ?? "",
      callIds,
      ...(handled === undefined ? {} : { handled: handled.answer ?? ownWords }),
      echo: one.echo ?? {},
      safetyChecks: toObjects(item.pending_safety_checks).flatMap(safetyCheck)
    }
  })
  return { calls, items }
}

// The symbol of `core`. This package imports only the types of `core`.
const calledBy: typeof import("@toolgate/core").calledBy = Symbol.for("@toolgate/core/calledBy") as never

/** The answer of a provider tool without an answer function. */
const ownWords = (_: ReadonlyArray<ToolExecution>): undefined => undefined

const safetyCheck = (check: JsonObject): ReadonlyArray<SafetyCheck> => {
  const id = getText(check, "id")
  if (id === undefined) return []
  const code = getText(check, "code")
  const message = getText(check, "message")
  return [{ id, ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) }]
}

const handle = (tool: ProviderTool, call: Parameters<ProviderTool["handleCall"]>[0]): HandledCall => {
  const refused: HandledCall = { calls: [unreadable(tool)] }
  try {
    const { calls, answer } = tool.handleCall(call)
    if (calls.length === 0) return refused
    const checked = calls.map((one) => (isCall(one) ? one : unreadable(tool)))
    return { calls: checked, ...(answer === undefined ? {} : { answer }) }
  } catch {
    return refused
  }
}

const isCall = (call: LocalCall): boolean =>
  typeof call?.tool === "string" && (typeof call.argsText === "string" || isJsonObject(call.args))

// Every gate refuses and records a call whose arguments are a list.
const unreadable = ({ uses, name }: ProviderTool): LocalCall => ({ tool: uses[0] ?? name, argsText: "[]" })

/** Generates ids from letters, digits, "_" and "-", which Anthropic and OpenAI accept. */
class Ids {
  private readonly used = new Set<string>()
  private readonly nexts = new Map<string, number>()
  private readonly given: Set<string>

  constructor(found: ReadonlyArray<FoundCall>) {
    this.given = new Set(found.flatMap(({ id }) => id?.toWellFormed() ?? []))
  }

  next(own: string | undefined, made: string): string {
    if (own !== undefined && own !== "" && !this.used.has(own)) return this.use(own)
    const base = own || made
    // A generated id never equals the id of a later call.
    for (let number = this.nexts.get(base) ?? (own ? 2 : 1); ; number++) {
      const id = number === 1 ? base : `${base}_${number}`
      if (this.used.has(id) || this.given.has(id)) continue
      this.nexts.set(base, number + 1)
      return this.use(id)
    }
  }

  private use(id: string): string {
    this.used.add(id)
    return id
  }
}

const idText = (turn: string): string => turn.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 48)
