import { defineTool, RecentMap, type Tool, ToolValidationError, toolOutput } from "@toolgate/core"
import { Type } from "typebox"

const status = Type.String({ enum: ["pending", "in_progress", "completed"] })
const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

const task = Type.Object({ id: Type.String(), text: Type.String(), status }, { additionalProperties: false })

type Task = Type.Static<typeof task>

/**
 * Creates a tool that stores a task list for each agent of a session, in memory. Beyond 1,000 lists it drops the least
 * recently used one.
 */
export const createTodoTool = (): Tool => {
  const lists = new RecentMap<ReadonlyArray<Task>>(mostLists)
  return defineTool({
    name: "todo",
    title: "Keep a list of tasks",
    description:
      "Keeps your list of tasks for this session, and returns it. Give the whole list whenever it changes: it replaces the one before. Without todos, the call returns the list as it is. At most one task is in progress. Only you see the list. It is in the gate's memory, and is lost when the gate ends.",
    parameters: Type.Object(
      {
        todos: Type.Optional(
          Type.Array(
            Type.Object(
              {
                id: Type.Optional(text(64, "A name that stays with the task. Default: its place in the list.")),
                text: Type.String({
                  minLength: 1,
                  maxLength: 1000,
                  pattern: "\\S",
                  description: "The task, in a few words."
                }),
                status
              },
              { additionalProperties: false }
            ),
            { maxItems: 100, description: "All tasks, in order. An empty list removes them." }
          )
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object({ todos: Type.Array(task) }, { additionalProperties: false }),
    sideEffects: "NONE",
    category: "code",
    examples: [
      {
        args: {
          todos: [
            { text: "Find the failing test", status: "completed" },
            { text: "Fix the parser", status: "in_progress" },
            { text: "Run the tests", status: "pending" }
          ]
        },
        expect: { text: "[x] 1: Find the failing test\n[>] 2: Fix the parser\n[ ] 3: Run the tests" }
      }
    ],
    execute: ({ todos }, { session, agent }) => {
      const key = JSON.stringify([session, agent])
      if (todos !== undefined)
        lists.set(key, checked(todos.map((one, index) => ({ id: `${index + 1}`, ...one }) as Task)))
      const kept = lists.get(key) ?? []
      return toolOutput({
        text: kept.length === 0 ? "[There are no tasks.]" : kept.map(line).join("\n"),
        value: { todos: kept.map((one) => ({ ...one })) }
      })
    }
  })
}

const mostLists = 1000

const checked = (tasks: ReadonlyArray<Task>): ReadonlyArray<Task> => {
  const inProgress = tasks.filter((one) => one.status === "in_progress")
  if (inProgress.length > 1) {
    const ids = inProgress.map(({ id }) => `"${id}"`).join(", ")
    throw new ToolValidationError({ message: `At most one task is in progress, and these are: ${ids}.` })
  }
  const ids = tasks.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    throw new ToolValidationError({ message: `Two tasks have the id "${twice}"; give each task a different id.` })
  return tasks
}

const marks: Readonly<Record<string, string>> = { pending: " ", in_progress: ">", completed: "x" }

const line = ({ id, text: said, status: now }: Task) => `[${marks[now]}] ${id}: ${said.replace(/\s+/g, " ")}`
