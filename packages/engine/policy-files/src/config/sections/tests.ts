import type { PolicyTest, TestContext } from "@toolgate/policy"
import { flag, jsonObject, listOf, oneOf, path, recordOf, type Shape } from "@toolgate/yaml-reading"
import { freeName, toolName } from "../names.ts"

const context: Shape<TestContext> = recordOf(
  "a test's context",
  {
    agent: { shape: freeName("an agent"), description: "The agent that calls.", absent: "`default`" },
    role: { shape: freeName("a role"), description: "The role of the call.", absent: "none" },
    task: { shape: freeName("a task"), description: "The task of the call.", absent: "none" },
    session: { shape: freeName("a session"), description: "The session of the call.", absent: "`default`" },
    read_only: { shape: flag, description: "Whether the call may change nothing.", absent: "false" },
    no_web: { shape: flag, description: "Whether the call may not reach the network.", absent: "false" },
    workspace: { shape: path, description: "The workspace of the call.", absent: "the current folder" }
  },
  ({ agent, role, task, session, read_only, no_web, workspace }) => ({
    ...(agent === undefined ? {} : { agent }),
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ...(session === undefined ? {} : { session }),
    ...(read_only === undefined ? {} : { readOnly: read_only }),
    ...(no_web === undefined ? {} : { noWeb: no_web }),
    ...(workspace === undefined ? {} : { workspace })
  })
)

const call: Shape<PolicyTest["call"]> = recordOf(
  "a test's call",
  {
    tool: { shape: toolName, description: "The tool that is called.", absent: undefined },
    args: { shape: jsonObject, description: "The arguments.", absent: "{}" },
    context: { shape: context, description: "The circumstances of the call.", absent: "{}" },
    definition: {
      shape: jsonObject,
      description: "The definition of a tool that is not built in.",
      absent: "the built-in tool of this name"
    }
  },
  ({ tool, args = {}, context = {}, definition }) =>
    tool === undefined ? undefined : { tool, args, context, definition }
)

const test: Shape<PolicyTest> = recordOf(
  "a test",
  {
    call: { shape: call, description: "The call to judge.", absent: undefined },
    expect: {
      shape: oneOf<PolicyTest["expect"]>("decision", ["allow", "ask", "deny"]),
      description: "The expected decision.",
      absent: undefined
    }
  },
  (given, at, reading) =>
    given.call === undefined || given.expect === undefined
      ? undefined
      : { call: given.call, expect: given.expect, source: reading.source(at) }
)

export const tests: Shape<ReadonlyArray<PolicyTest>> = listOf("a list of tests", test)
