import { defineTool, type Json, type PrintedOutput, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { mostBytes } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import { program } from "./program.ts"

/**
 * Evaluates one Python expression in a process that, under confinement, reaches neither files of the workspace nor the
 * network.
 */
export const pythonEval = defineTool({
  name: "python_eval",
  title: "Evaluate Python",
  description:
    "Evaluates one Python expression, with no statement in it, and returns its value and type. The modules collections, datetime, decimal, fractions, functools, itertools, json, math, re and statistics are there by their names. Values that JSON does not have, and integers beyond 2**53, are returned as Python writes them.",
  parameters: Type.Object(
    {
      expression: Type.String({
        minLength: 1,
        maxLength: 100_000,
        description: "As in: sum(n * n for n in range(10))"
      }),
      timeout_s: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: "Seconds. Default: 10" }))
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      value: Type.Unknown(),
      type: Type.String({ description: "The name of the value's type in Python." })
    },
    { additionalProperties: false }
  ),
  sideEffects: "EXECUTE",
  effects: ["local_exec"],
  category: "code",
  permission: "compute",
  callers: ["direct", "chain"],
  timeoutMs: 65_000,
  command: {
    argv: ["python3", "-I", "-S", "-c", program],
    result: (printed) => read(printed)
  },
  examples: [
    {
      args: { expression: "sum(n * n for n in range(10))" },
      expect: { value: { value: 285, type: "int" } }
    },
    {
      description: "A value that JSON does not have is returned as Python writes it.",
      args: { expression: "fractions.Fraction(1, 3) + 1" },
      expect: { value: { value: "Fraction(4, 3)", type: "Fraction" } }
    }
  ]
})

type Answer =
  | { readonly value: Json; readonly type: string }
  | { readonly raised: string; readonly said: string }
  | { readonly syntax: string; readonly line: number; readonly column: number }
  | { readonly killed: string }
  | { readonly ended: number }

const read = ({ status, stdout, isCut }: PrintedOutput): Json => {
  if (status !== 0)
    throw new ToolExecutionError({
      message: "Python ended before it returned a value, and the result of the expression is lost."
    })
  if (isCut || Buffer.byteLength(stdout) > mostBytes) throw new ToolExecutionError({ message: tooLong })
  const answer = JSON.parse(stdout) as Answer
  if ("syntax" in answer)
    throw new ToolValidationError({
      message: `The argument "expression" must be one Python expression, with no statement: ${answer.syntax}, in line ${answer.line}, column ${answer.column}.`
    })
  if ("raised" in answer)
    throw new ToolExecutionError({ message: `The expression raised ${answer.raised}: ${answer.said}` })
  if ("killed" in answer) throw new ToolExecutionError({ message: whyKilled(answer.killed) })
  if ("ended" in answer)
    throw new ToolExecutionError({
      message: `The expression ended its own process with status ${answer.ended}, so its value is lost; leave out what ends it, such as os._exit.`
    })
  return answer
}

const whyKilled = (by: string): string => {
  if (by === "time")
    return 'The expression took longer than "timeout_s" seconds; compute less, or give it more time, up to 60.'
  if (by === "memory")
    return "The process that evaluated the expression was killed, perhaps for its memory; compute less at once."
  return `The process that evaluated the expression crashed (${by}), so its value is lost.`
}

const tooLong = "The value is longer than 64 KiB of JSON; return a part of it."
