import { type ContentBlock, refused, type ToolExecution } from "@toolgate/core"
import { expect, it } from "vitest"
import { callResult } from "../src/serve/callResult.ts"

/** An image of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

const answered = (more: Partial<ToolExecution>): ToolExecution => ({
  callId: "1",
  toolName: "tool",
  arguments: {},
  success: true,
  output: { content: [], success: true, metadata: {} },
  error: undefined,
  executed: "yes",
  sandbox: "host",
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0,
  ...more
})

const shown = (content: ReadonlyArray<object>, value?: unknown, isModern = true) =>
  callResult(
    answered({
      output: {
        content: content as ReadonlyArray<ContentBlock>,
        success: true,
        metadata: {},
        ...(value === undefined ? {} : { value: value as never })
      }
    }),
    { isModern, howToDecide: (id) => id }
  )

it("converts blocks of every kind", () => {
  const { content } = shown([
    { type: "text", text: "hello" },
    { type: "image", mediaType: "image/jpg", base64: pixel },
    { type: "audio", mediaType: "audio/wav", base64: "AA==" },
    { type: "file", mediaType: "text/plain", text: "milk", uri: "file:///todo.txt" },
    { type: "file", mediaType: "application/pdf", base64: "AA==", name: "a b.pdf" },
    { type: "link", uri: "https://example.com/a", title: "A page" }
  ])
  expect(content).toEqual([
    { type: "text", text: "hello" },
    { type: "image", data: pixel, mimeType: "image/png" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///todo.txt", mimeType: "text/plain", text: "milk" } },
    { type: "resource", resource: { uri: "toolgate:a%20b.pdf", mimeType: "application/pdf", blob: "AA==" } },
    { type: "resource_link", uri: "https://example.com/a", name: "A page", title: "A page" }
  ])
})

it("contains structured results as text too, and as structure for older clients only if it is an object", () => {
  expect(shown([], { count: 1 }, false)).toMatchObject({
    content: [{ type: "text", text: '{"count":1}' }],
    structuredContent: { count: 1 }
  })
  expect(shown([], [1])).toMatchObject({ structuredContent: [1] })
  expect(shown([], [1], false)).not.toHaveProperty("structuredContent")
})

it("states a tool's error once if the output contains it", () => {
  const failed = (content: ReadonlyArray<ContentBlock>, message: string) =>
    callResult(
      answered({
        success: false,
        output: { content, success: false, metadata: {} },
        error: refused("ToolFailed", message)
      }),
      { isModern: true, howToDecide: (id) => id }
    )
  const said = [{ type: "text", text: "No such file." }] as const
  expect(failed(said, "No such file.").content).toEqual(said)
  expect(failed(said, "It is too long.").content).toEqual([...said, { type: "text", text: "It is too long." }])
  expect(failed([], "No such file.").content).toEqual(said)
})

it("contains valid images only, in plain Base64", () => {
  const { content } = shown([
    { type: "image", mediaType: "image/png", base64: "bm90IGFuIGltYWdl" },
    { type: "image", mediaType: "image/svg+xml", base64: "PHN2Zy8+" },
    { type: "image", mediaType: "image/png", base64: "" },
    { type: "image", mediaType: "IMAGE/PNG; charset=binary", base64: `data:image/png;base64,${pixel}` },
    { type: "audio", mediaType: "audio/wav", base64: "AA" },
    { type: "file", mediaType: "application/zip", base64: "AA\nAA" }
  ])
  expect(content).toEqual([
    { type: "text", text: "[An image, image/png, 12 bytes: its bytes are not a known image format.]" },
    { type: "text", text: "[An image, image/svg+xml, 6 bytes: it cannot be shown here.]" },
    { type: "text", text: "[An image, image/png, 0 bytes: it is empty.]" },
    { type: "image", data: pixel, mimeType: "image/png" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "toolgate:file", mimeType: "application/zip", blob: "AAAA" } }
  ])
})
