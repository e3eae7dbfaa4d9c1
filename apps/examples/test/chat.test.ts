import { spawn } from "node:child_process"
import { join } from "node:path"
import { builtins, createToolgate } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { createAiSdkChat } from "../src/chat/createAiSdkChat.ts"
import { makeScriptedModel } from "../src/parts/makeScriptedModel.ts"
import { asTyped } from "../src/parts/Script.ts"
import { root } from "./documents.ts"

interface Question {
  readonly id: string
  readonly summary: string
}

const started = async (framework: string) => {
  const server = spawn(
    process.execPath,
    ["--conditions=@toolgate/source", join(root, "apps/examples/src/chat/server.ts")],
    { env: { ...process.env, PORT: "0", FRAMEWORK: framework }, stdio: ["ignore", "pipe", "inherit"] }
  )
  onTestFinished(async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve))
    server.kill()
    await ended
  })
  const origin = await new Promise<string>((resolve, reject) => {
    server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)))
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      const found = /http:\/\/localhost:\d+/.exec(text)
      if (found !== null) resolve(found[0])
    })
  })
  const post = (user: string, path: string, body: object) =>
    fetch(`${origin}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "x-user": user, "content-type": "application/json" }
    })
  const questions = async (user: string): Promise<ReadonlyArray<Question>> =>
    (await (await fetch(`${origin}/approvals`, { headers: { "x-user": user } })).json()) as ReadonlyArray<Question>
  return {
    say: async (user: string, text: string): Promise<string> =>
      ((await (await post(user, "/chat", { text })).json()) as { readonly text: string }).text,
    questions,
    /** Waits until a user is asked, and returns the question. */
    question: async (user: string) => {
      await expect.poll(() => questions(user)).not.toEqual([])
      return (await questions(user))[0] as Question
    },
    decide: async (user: string, id: string, decision: object) =>
      (await post(user, `/approvals/${id}`, decision)).status
  }
}

describe.each(["ai-sdk", "openai-agents"])("the chat of the examples on %s", (framework) => {
  it("asks each user about their own calls only, and continues with the decisions", async () => {
    const { say, questions, question, decide } = await started(framework)
    expect(await say("alice", "read greeting.txt")).toBe("Hello.")
    const writing = say("alice", "write note.txt Hi")
    const { id, summary } = await question("alice")
    expect(summary).toContain("note.txt")
    expect(await questions("bob")).toEqual([])
    expect(await decide("bob", id, { decision: "approve" })).toBe(409)
    expect(await decide("alice", id, { decision: "approve" })).toBe(200)
    await writing
    expect(await say("alice", "read note.txt")).toBe("Hi")

    const again = say("bob", "write note.txt Bye")
    await decide("bob", (await question("bob")).id, { decision: "deny", reason: "It is Alice's." })
    expect(await again).toContain("It is Alice's.")
    expect(await say("bob", "read note.txt")).toBe("Hi")
  })
})

it("repeats the calls of the chat to a model of the AI SDK", async () => {
  await using gate = await createToolgate({ workspace: root, policy: "host", tools: builtins() })
  const model = makeScriptedModel(asTyped)
  const answer = createAiSdkChat(model)
  const session = await gate.session({ id: "alice" })
  const { signal } = new AbortController()
  await answer("alice", session, "read LICENSE", signal)
  await answer("alice", session, "Thanks.", signal)
  const roles = model.doGenerateCalls.at(-1)?.prompt.map(({ role }) => role)
  expect(roles).toEqual(["user", "assistant", "tool", "assistant", "user"])
})
