import {
  type JsonObject,
  type ResourceLimits,
  type Tool,
  type ToolExecution,
  type ToolOutput,
  textOf
} from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { type OnAsk, type TestGate, useGate } from "./useGate.ts"

/** A call and its expected answer. */
export interface ToolCase {
  /** The behaviour that the case shows, as the name of its test. */
  readonly name: string
  readonly args: JsonObject
  /** The text files of the workspace, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Earlier calls, each of which has to succeed. */
  readonly before?: ReadonlyArray<{ readonly tool: Tool; readonly args: JsonObject }>
  /** The structured result, or a part for `toMatchObject`. */
  readonly value?: unknown
  /** A part of the result's text. */
  readonly text?: string | RegExp
  /** A further check of the answer. */
  readonly check?: (answer: ToolExecution) => void
}

/** A call that is refused or fails. */
export interface BadCase extends Omit<ToolCase, "value" | "text"> {
  /** A part of the message to the model. */
  readonly says: string | RegExp
  /** The class of the failure. Default: `validation_error`. */
  readonly class?: NonNullable<ToolExecution["error"]>["class"]
}

type End = "limit" | "result" | "failure"

/** The cases of one tool. `edge` is one call at the limit of what is allowed, or several. */
export interface ToolCases {
  readonly good: ToolCase
  readonly edge: ToolCase | ReadonlyArray<ToolCase>
  readonly bad: readonly [BadCase, BadCase, BadCase, BadCase, BadCase, ...ReadonlyArray<BadCase>]
  /** A slow call, cancelled once it runs or asks a person. Absent if every call of the tool is fast. */
  readonly cancel?: Pick<ToolCase, "args" | "files">
  /** Creates the gate of the calls. Default: `useGate`. */
  readonly gate?: typeof useGate
  /** Answers the questions of the calls. By default, they stay open. Examples run without an answer. */
  readonly onAsk?: OnAsk
  /**
   * The worst input that the schema allows, run with a limit of one second. `ends`: the limit ends the call, the tool
   * returns a result (`result`), or it refuses the input (`failure`). Several values if that depends on the machine.
   */
  readonly worst: Pick<ToolCase, "args" | "files"> & { readonly ends: End | ReadonlyArray<End> }
}

/** Tests a tool with a table of cases, through the real gate and in the real sandboxes. Tests its examples too. */
export const testTool = (tool: Tool, { good, edge, bad, cancel, gate = useGate, onAsk, worst }: ToolCases): void => {
  describe(tool.name, () => {
    it.each([good, edge].flat())("$name", async (one) => {
      await gate(
        toolsOf(tool, one),
        one.files,
        async (gate) => {
          await prepare(gate, one)
          succeeded(await gate.call(tool.name, one.args), one)
        },
        onAsk
      )
    })

    it.each(bad)("refuses $name", async ({ args, files, before, says, class: as = "validation_error", check }) => {
      await gate(toolsOf(tool, { before }), files, async (gate) => {
        await prepare(gate, { before })
        const answer = await gate.call(tool.name, args)
        expect({ success: answer.success, class: answer.error?.class }, messageOf(answer)).toEqual({
          success: false,
          class: as
        })
        expect(messageOf(answer)).toMatch(says)
        check?.(answer)
      })
    })

    it("behaves as its examples show", async () => {
      expect(tool.examples.length).toBeGreaterThan(0)
      for (const { args, files, expect: expected } of tool.examples)
        await gate([tool], files, async ({ call }) => {
          const answer = await call(tool.name, args)
          expect(answer.error?.class, messageOf(answer)).toBe(expected.error)
          if (expected.value !== undefined) expect(answer.output.value).toEqual(expected.value)
          if (expected.text !== undefined) expect(textsOf(answer.output)).toBe(expected.text)
        })
    })

    if (cancel !== undefined)
      it("ends when it is cancelled", async () => {
        const use = async ({ cancelled }: TestGate) =>
          expect((await cancelled(tool.name, cancel.args)).error?.class).toBe("cancelled")
        await gate([tool], cancel.files, use, onAsk && nobodyAnswers)
      })

    it("respects a limit of one second on its worst input", async () => {
      await gate(
        [tool],
        worst.files,
        async ({ call }) => {
          const answer = await call(tool.name, worst.args, oneSecond)
          // On a busy machine, any work may reach the limit.
          expect(endOf(answer), messageOf(answer)).toBeOneOf([worst.ends, "limit"].flat())
        },
        onAsk
      )
    })
  })
}

type Before = { readonly before?: ToolCase["before"] | undefined }

const toolsOf = (tool: Tool, { before = [] }: Before): ReadonlyArray<Tool> => [
  ...new Set([tool, ...before.map((one) => one.tool)])
]

const prepare = async ({ call }: TestGate, { before = [] }: Before): Promise<void> => {
  for (const { tool, args } of before) {
    const answer = await call(tool.name, args)
    expect(answer.success, messageOf(answer)).toBe(true)
  }
}

/** A person who has not decided yet. */
const nobodyAnswers: OnAsk = () => new Promise(() => {})

const oneSecond: Partial<ResourceLimits> = { wallMs: 1000 }

const endOf = ({ success, error }: ToolExecution): End => {
  if (success) return "result"
  return error?.class === "timeout" || error?.why === "LimitExceeded" ? "limit" : "failure"
}

const succeeded = (answer: ToolExecution, { value, text, check }: ToolCase): void => {
  expect(answer.success, messageOf(answer)).toBe(true)
  if (value !== undefined) expect({ value: answer.output.value }).toMatchObject({ value })
  if (text !== undefined) expect(textsOf(answer.output)).toMatch(text)
  check?.(answer)
}

const textsOf = ({ content }: ToolOutput): string => content.map((block) => textOf(block) ?? "").join("\n")

/** Returns the model's text for a failure, with all errors of the arguments. */
const messageOf = ({ error, output }: ToolExecution): string => {
  const listed = error === undefined ? [] : Object.values(error.details).flat()
  return [error?.message ?? textsOf(output), ...listed.filter((one) => typeof one === "string")].join("\n")
}
