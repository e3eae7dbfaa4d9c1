import { defineTool, type Tool, type ToolContext, toolOutput } from "@toolgate/core"
import Type from "typebox"

/** A computer action, such as a click, in the provider's notation. */
type ComputerAction = Type.Static<typeof Action>

/** The result of actions: a Base64 screenshot, a text, or both. */
interface ComputerView {
  readonly screenshot?: { readonly mediaType: string; readonly base64: string }
  readonly text?: string
}

/**
 * Controls a computer. Implemented by the app.
 *
 * ```ts
 * import type { ComputerDriver } from "@toolgate/builtins"
 *
 * // Waits, and can do nothing else.
 * export const patient: ComputerDriver = {
 *   act: (actions) => ({ text: actions.map(({ type }) => (type === "wait" ? "Waited." : `Not done: ${type}.`)).join("\n") })
 * }
 * ```
 */
export interface ComputerDriver {
  /** Performs the actions in order. Throws a `ToolError` for an action that fails. Stops when `context.signal` is aborted. */
  readonly act: (actions: ReadonlyArray<ComputerAction>, context: ToolContext) => ComputerView | Promise<ComputerView>
}

const Action = Type.Object(
  { type: Type.String({ description: "What to do, such as click, type or screenshot." }) },
  { additionalProperties: true, description: "An action, with what it needs, such as a place on the screen." }
)

const Check = Type.Object(
  {
    id: Type.String({ description: "The provider's id of the check." }),
    code: Type.Optional(Type.Unknown({ description: "The kind of the check." })),
    message: Type.Optional(Type.Unknown({ description: "The provider's words for people." }))
  },
  { additionalProperties: true }
)

const actions = Type.Array(Action, { description: "The actions, which are done one after the other." })

/**
 * Makes the tools `computer` and `computer_with_checks` for a driver, which use a computer through screen, mouse and keyboard. The second
 * is for actions that the provider flagged: a person must approve each call, and no rule can.
 *
 * ```ts
 * import { computerTools } from "@toolgate/builtins"
 * import { createToolgate } from "toolgate"
 *
 * const screen = { mediaType: "image/png", base64: "iVBORw0KGgo=" }
 * const tools = computerTools({ act: async (actions) => ({ screenshot: screen, text: `${actions.length} done` }) })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools })
 * console.log(gate.tools.list().map(({ name, risk }) => `${name}: ${risk}`))
 * ```
 */
export const computerTools = (driver: ComputerDriver): ReadonlyArray<Tool> => {
  const execute = async ({ actions }: { readonly actions: ReadonlyArray<ComputerAction> }, context: ToolContext) => {
    const { screenshot, text } = await driver.act(actions, context)
    return toolOutput({
      content: [
        ...(text === undefined ? [] : [{ type: "text" as const, text }]),
        ...(screenshot === undefined ? [] : [{ type: "image" as const, ...screenshot }])
      ]
    })
  }
  return [
    defineTool({
      ...declared,
      name: "computer",
      title: "Use a computer",
      description: "Uses a computer by its screen, its mouse and its keyboard, and returns a screenshot.",
      parameters: Type.Object({ actions }, { additionalProperties: false }),
      risk: "HIGH",
      execute
    }),
    defineTool({
      ...declared,
      name: "computer_with_checks",
      title: "Use a computer in spite of safety checks",
      description: "Uses a computer as the tool computer does, for actions that safety checks are pending for.",
      parameters: Type.Object(
        {
          actions,
          safety_checks: Type.Array(Check, { description: "The checks that a person acknowledges.", minItems: 1 })
        },
        { additionalProperties: false }
      ),
      risk: "CRITICAL",
      execute
    })
  ]
}

const declared = {
  sideEffects: "EXECUTE",
  effects: ["local_exec", "network_access", "system_state"],
  destructive: true,
  category: "computer",
  permission: "compute"
} as const
