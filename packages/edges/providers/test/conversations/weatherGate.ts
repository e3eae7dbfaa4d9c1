import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeTool } from "@toolgate/builtins"
import { createToolgate, defineHostedTool, defineTool, type Toolgate, Type, toolOutput } from "toolgate"

/** An image of one pixel. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

const getWeather = defineTool({
  name: "get_weather",
  description: "Get current temperature for a given location.",
  sideEffects: "NONE",
  parameters: Type.Object({ location: Type.String() }, { additionalProperties: false }),
  callers: ["direct", "chain"],
  execute: ({ location }) => ({ location, temperature: 14 })
})

const webcam = defineTool({
  name: "webcam",
  description: "Takes a picture.",
  sideEffects: "NONE",
  parameters: Type.Object({ place: Type.Optional(Type.String()) }),
  execute: ({ place = "here" }) =>
    toolOutput({
      content: [
        { type: "text", text: `A picture of ${place}:` },
        { type: "image", mediaType: "image/png", base64: pixel },
        { type: "audio", mediaType: "audio/wav", base64: "AAAA" },
        { type: "file", mediaType: "application/pdf", base64: "JVBERi0=", name: "map.pdf" },
        { type: "file", mediaType: "text/plain", text: "north", name: "compass.txt" }
      ]
    })
})

const sendMail = defineTool({
  name: "mail.send",
  description: "Sends an email.",
  sideEffects: "NETWORK",
  parameters: Type.Object({ to: Type.String(), body: Type.String() }, { additionalProperties: false }),
  execute: () => "Sent."
})

const fails = defineTool({
  name: "fails",
  description: "Fails.",
  sideEffects: "NONE",
  parameters: Type.Object({}),
  execute: () => toolOutput({ text: "There is no paper.", success: false })
})

const catalogue = defineTool({
  name: "catalogue",
  description: "Searches a large catalogue.",
  sideEffects: "NONE",
  lazySchema: true,
  parameters: Type.Object({ query: Type.String() }, { additionalProperties: false }),
  execute: ({ query }) => `Nothing about ${query}.`
})

const hosted = [
  defineHostedTool({
    name: "search_the_web",
    description: "Searches the web.",
    sideEffects: "NETWORK",
    providerSpecs: {
      openai: { type: "web_search" },
      anthropic: { type: "web_search_20260318", name: "web_search" },
      gemini: { googleSearch: {} }
    }
  }),
  defineHostedTool({
    name: "code",
    description: "Runs code at the provider.",
    sideEffects: "EXECUTE",
    providerSpecs: {
      openai: { type: "programmatic_tool_calling" },
      anthropic: { type: "code_execution_20260521", name: "code_execution" },
      gemini: { codeExecution: {} }
    }
  }),
  defineHostedTool({
    name: "dice",
    description: "The dice of a server of MCP.",
    sideEffects: "NETWORK",
    providerSpecs: { openai: { type: "mcp", server_label: "dmcp", server_url: "https://dmcp-server.deno.dev/sse" } }
  })
]

/** Opens a gate whose policy denies mail, and allows only rolls of the dice server. */
export const openWeatherGate = (): Promise<Toolgate> =>
  createToolgate({
    workspace: mkdtempSync(join(tmpdir(), "weather-")),
    policy: "host",
    tools: [getWeather, webcam, sendMail, fails, describeTool, catalogue, ...hosted],
    hooks: [
      {
        onToolCall: ({ tool, argsText }) => {
          if (tool === "mail.send") return { stop: "Mail is not for agents." }
          if (tool === "dice" && argsText !== undefined && !argsText.startsWith('{"tool":"roll",'))
            return { stop: "Dice are rolled, no more." }
          return undefined
        }
      }
    ]
  })
