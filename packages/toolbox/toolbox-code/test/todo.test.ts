import { testTool, useGate } from "@toolgate/toolbox-testing"
import { describe, expect, it } from "vitest"
import { createTodoTool } from "../src/index.ts"

const todo = (text: string, status = "pending", more = {}) => ({ text, status, ...more })

testTool(createTodoTool(), {
  good: {
    name: "returns the tasks as text and as data",
    args: { todos: [todo("Read", "completed", { id: "a" }), todo("Write\nmore", "in_progress")] },
    text: "[x] a: Read\n[>] 2: Write more",
    value: {
      todos: [
        { id: "a", text: "Read", status: "completed" },
        { id: "2", text: "Write\nmore", status: "in_progress" }
      ]
    }
  },
  edge: [
    { name: "takes an empty list", args: { todos: [] }, text: "[There are no tasks.]", value: { todos: [] } },
    { name: "takes a hundred tasks", args: { todos: Array(100).fill(todo("Do")) } }
  ],
  bad: [
    {
      name: "two tasks in progress",
      args: { todos: [todo("A", "in_progress"), todo("B", "in_progress")] },
      says: '"1", "2"'
    },
    { name: "one id twice", args: { todos: [todo("A", "pending", { id: "2" }), todo("B")] }, says: 'id "2"' },
    { name: "an unknown state", args: { todos: [todo("A", "done")] }, says: "status" },
    { name: "a task without a text", args: { todos: [todo("")] }, says: "text" },
    { name: "a task of blanks", args: { todos: [todo(" ")] }, says: "not blank" },
    { name: "more than a hundred tasks", args: { todos: Array(101).fill(todo("Do")) }, says: "todos" },
    { name: "a task that is a text", args: { todos: ["A"] }, says: "todos" }
  ],
  worst: { args: { todos: Array(100).fill(todo("x".repeat(1000))) }, ends: "result" }
})

describe("todo", () => {
  it("keeps the list between calls, and replaces it as a whole", () =>
    useGate([createTodoTool()], {}, async ({ call }) => {
      await call("todo", { todos: [todo("A"), todo("B")] })
      expect((await call("todo", {})).output.value).toMatchObject({ todos: [{ text: "A" }, { text: "B" }] })
      await call("todo", { todos: [todo("C")] })
      expect((await call("todo", {})).output.value).toMatchObject({ todos: [{ text: "C" }] })
      await call("todo", { todos: [todo("D"), todo("E", "odd")] })
      expect((await call("todo", {})).output.value).toMatchObject({ todos: [{ text: "C" }] })
    }))

  it("keeps separate lists per gate, session and agent", async () => {
    const [first, second] = [createTodoTool(), createTodoTool()]
    await useGate([first], {}, async ({ call }) => void (await call("todo", { todos: [todo("A")] })))
    await useGate([second], {}, async ({ call }) =>
      expect((await call("todo", {})).output.value).toEqual({ todos: [] })
    )
    const [implementation] = first.implementations
    if (implementation?.kind !== "function") throw new Error("The tool is no function.")
    const listOf = (session: string, agent: string) =>
      implementation.make().execute({}, { session, agent } as never) as { value: unknown }
    expect(listOf("session-1", "agent-1").value).toMatchObject({ todos: [{ text: "A" }] })
    expect(listOf("session-2", "agent-1").value).toEqual({ todos: [] })
    expect(listOf("session-1", "agent-2").value).toEqual({ todos: [] })
  })
})
