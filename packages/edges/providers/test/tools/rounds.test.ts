import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { MessageParam, ToolUnion } from "@anthropic-ai/sdk/resources/messages"
import { computerTools } from "@toolgate/builtins"
import { hasBubblewrap } from "@toolgate/testing"
import type { ResponseInputItem, ResponseOutputItem, Tool } from "openai/resources/responses/responses"
import { builtins } from "toolgate"
import { describe, expect, it } from "vitest"
import {
  anthropic,
  anthropicBash,
  anthropicComputer,
  anthropicMemory,
  anthropicTextEditor,
  openAiApplyPatch,
  openAiComputer,
  openAiResponses,
  openAiShell
} from "../../src/index.ts"
import { pixel } from "../conversations/weatherGate.ts"
import { openGate } from "./openGate.ts"

const policy = "version: 1\nrules: { allow: [apply_patch, shell, write_file] }"
const computer = computerTools({ act: () => ({ screenshot: { mediaType: "image/png", base64: pixel } }) })

describe("a round with OpenAI's tools", () => {
  it("declares them as the SDK types them, instead of the gate's own tools", async () => {
    const { gate } = await openGate({}, policy, { tools: computer })
    const providerTools = [openAiApplyPatch, openAiShell, openAiComputer, anthropicBash]
    const { declarations, leftOut } = openAiResponses.declare<Tool>(gate.tools.list(), { providerTools })
    expect(declarations.slice(0, 3)).toEqual([
      { type: "apply_patch" },
      { type: "shell", environment: { type: "local" } },
      { type: "computer" }
    ] satisfies ReadonlyArray<Tool>)
    const names = declarations.flatMap((one) => ("name" in one ? one.name : []))
    for (const replaced of ["apply_patch", "shell", "computer", "computer_with_checks"]) {
      expect(names).not.toContain(replaced)
      expect(leftOut).toContainEqual({ tool: replaced, why: expect.stringContaining("is declared in its place") })
    }
    expect(names).toContain("read_file")
    expect(leftOut).toContainEqual({ tool: "anthropic_bash", why: expect.stringContaining("no such tool") })
  })

  it("declares no tool if the gate lacks the ones that it requires", () => {
    const { declarations, leftOut } = openAiResponses.declare(builtins(), { providerTools: [openAiShell] })
    expect(declarations.some(({ type }) => (type as string) === "shell")).toBe(false)
    expect(leftOut).toContainEqual({ tool: "openai_shell", why: expect.stringContaining('"shell"') })
  })

  it.skipIf(!hasBubblewrap())("answers each item with the id and form that the API accepts", async () => {
    const { gate, folder } = await openGate({ "a.txt": "one\n" }, policy, { tools: computer })
    const declared = openAiResponses.declare(gate.tools.list(), {
      providerTools: [openAiApplyPatch, openAiShell, openAiComputer]
    })
    const output: ReadonlyArray<ResponseOutputItem> = [
      {
        type: "apply_patch_call",
        id: "apc_1",
        call_id: "c1",
        status: "completed",
        operation: { type: "update_file", path: "a.txt", diff: "-one\n+two" }
      },
      {
        type: "shell_call",
        id: "sh_1",
        call_id: "c2",
        status: "completed",
        environment: { type: "local" },
        action: { commands: ["echo 1", "exit 4"], max_output_length: 500, timeout_ms: null }
      },
      {
        type: "computer_call",
        id: "cu_1",
        call_id: "c3",
        status: "completed",
        actions: [{ type: "screenshot" }],
        pending_safety_checks: [{ id: "s1", code: "x", message: "y" }]
      }
    ]
    const turn = openAiResponses.calls({ id: "resp_1", output }, declared)
    const executions = []
    for (const call of turn.calls) executions.push(await gate.dispatch(call))
    const answers = openAiResponses.answers(turn, executions) as ReadonlyArray<ResponseInputItem>
    expect(answers).toEqual([
      {
        type: "apply_patch_call_output",
        call_id: "c1",
        status: "completed",
        output: "Updated a.txt: 4 bytes now, 4 before."
      },
      {
        type: "shell_call_output",
        call_id: "c2",
        max_output_length: 500,
        output: [
          { stdout: "1\n", stderr: "", outcome: { type: "exit", exit_code: 0 } },
          { stdout: "", stderr: "", outcome: { type: "exit", exit_code: 4 } }
        ]
      },
      {
        type: "computer_call_output",
        call_id: "c3",
        output: { type: "computer_screenshot", image_url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) }
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: expect.stringContaining("denied") }] }
    ])
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("two\n")
  })
})

describe("a round with Anthropic's tools", () => {
  it("declares them as the SDK types them, and answers each use", async () => {
    const { gate, folder } = await openGate({ "m/n.md": "hello\n" }, policy, { tools: computer })
    const providerTools = [anthropicBash, anthropicTextEditor, anthropicMemory({ folder: "m" }), anthropicComputer()]
    const declared = anthropic.declare<ToolUnion>(gate.tools.list(), { providerTools })
    expect(declared.declarations.slice(0, 4)).toEqual([
      { type: "bash_20250124", name: "bash" },
      { type: "text_editor_20250728", name: "str_replace_based_edit_tool" },
      { type: "memory_20250818", name: "memory" },
      { type: "computer_toolset_20260801" }
    ] satisfies ReadonlyArray<ToolUnion>)
    const content = [
      {
        type: "tool_use",
        id: "t1",
        name: "str_replace_based_edit_tool",
        input: { command: "create", path: "a.txt", file_text: "a" }
      },
      { type: "tool_use", id: "t2", name: "memory", input: { command: "view", path: "/memories/n.md" } },
      { type: "tool_use", id: "t3", name: "bash", input: { restart: true } },
      { type: "tool_use", id: "t4", name: "screenshot", toolset_name: "computer", input: {} },
      { type: "tool_use", id: "t5", name: "str_replace_based_edit_tool", input: { command: "undo_edit" } }
    ]
    const turn = anthropic.calls({ id: "msg_1", content }, declared)
    const executions = []
    for (const call of turn.calls) executions.push(await gate.dispatch(call))
    expect(anthropic.answers(turn, executions) as ReadonlyArray<MessageParam>).toEqual([
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "t1",
            content: [{ type: "text", text: "Created the file, with 1 byte." }]
          },
          {
            type: "tool_result",
            tool_use_id: "t2",
            content: [
              { type: "text", text: "Here's the content of /memories/n.md with line numbers:\n     1\thello\n" }
            ]
          },
          {
            type: "tool_result",
            tool_use_id: "t3",
            content: [{ type: "text", text: expect.stringContaining("restart") }]
          },
          {
            type: "tool_result",
            tool_use_id: "t4",
            toolset_name: "computer",
            is_error: true,
            content: [{ type: "text", text: expect.stringContaining("denied") }]
          },
          {
            type: "tool_result",
            tool_use_id: "t5",
            is_error: true,
            content: [{ type: "text", text: expect.stringContaining("Unknown command") }]
          }
        ]
      }
    ])
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("a")
  })
})
