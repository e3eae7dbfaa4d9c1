import assert from "node:assert/strict"
import { textOf, toolOutput } from "@toolgate/core"

const { content } = toolOutput({
  content: [
    { type: "file", mediaType: "text/plain", text: "milk", name: "todo.txt" },
    { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" }
  ]
})
assert.deepEqual(content.map(textOf), ["milk", undefined])
