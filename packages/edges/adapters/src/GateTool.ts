import type { CallOptions, Session, ToolExecution, Toolgate } from "toolgate"
import type { Door, GateToolsOptions } from "./ToolsOptions.ts"

/** The definition of a tool of a gate. */
export type ToolDefinition = ReturnType<Session["tools"]["list"]>[number]

/** A call as a framework hands it on. `id` may be missing: the call gets one of its own then. */
export interface FrameworkCall extends Pick<CallOptions, "signal" | "onOutput"> {
  readonly id: string | undefined
  readonly args: unknown
}

/** A tool of a gate as an adapter declares it. */
export interface GateTool {
  readonly name: string
  readonly title: string | undefined
  readonly description: string
  /** A copy of the schema, which the framework may write into. */
  readonly parameters: object
  /** The definition as the gate has it. */
  readonly definition: ToolDefinition
  /** Makes a call of the tool. Always answers, never rejects. */
  readonly call: (call: FrameworkCall) => Promise<ToolExecution>
}

/** Returns the tools that the asker behind a door is told about, as adapters declare them. */
export const gateTools = (door: Door, { openSchemas = false, ...given }: GateToolsOptions): ReadonlyArray<GateTool> =>
  listed(door, given).map((definition) => ({
    name: definition.name,
    title: definition.title,
    ...shown(definition, openSchemas),
    definition,
    call: ({ id, args, signal, onOutput }) => {
      const tool = definition.name
      const { onOutput: hears } = given
      return door.dispatch(
        { id: id === undefined || id === "" ? crypto.randomUUID() : id, tool, args },
        {
          ...given,
          ...(signal === undefined ? {} : { signal }),
          ...(onOutput === undefined ? {} : { onOutput: both(hears, onOutput) })
        }
      )
    }
  }))

type Given = Omit<GateToolsOptions, "openSchemas">
type Hears = NonNullable<CallOptions["onOutput"]>

const listed = (door: Door, { session, agent, role, task, onBehalfOf, readOnly, noWeb }: Given) =>
  isSession(door)
    ? door.tools.list()
    : door.tools.list(
        Object.fromEntries(
          Object.entries({ session, agent, role, task, onBehalfOf, readOnly, noWeb }).filter(
            ([, value]) => value !== undefined
          )
        )
      )

const isSession = (door: Door): door is Session => !("session" in (door satisfies Session | Toolgate))

const shown = ({ description, parameters }: ToolDefinition, isOpen: boolean) =>
  isOpen
    ? {
        description: `${description}\n\nArguments, as JSON Schema: ${JSON.stringify(parameters)}`,
        parameters: { type: "object" }
      }
    : { description, parameters: structuredClone(parameters) as object }

const both =
  (one: Hears | undefined, other: Hears): Hears =>
  (output) => {
    one?.(output)
    other(output)
  }
