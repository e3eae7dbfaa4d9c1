import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext
} from "@modelcontextprotocol/server"
import { type JsonObject, quoted } from "@toolgate/core"
import type { McpServers, ServerOffers } from "@toolgate/mcp-client"
import {
  addressKinds,
  getResourceArguments,
  nameCompletionTool,
  namePromptTool,
  nameResourceTool,
  parseClientAddress,
  toClientAddress
} from "@toolgate/mcp-client/offers"
import * as Effect from "effect/Effect"
import type { ServedSkills } from "../ServedSkills.ts"
import type { OfferCall, OfferRequest } from "./OfferRequest.ts"
import { answerCompletion, answerPrompt, answerRead, createNoResourceError } from "./offerAnswers.ts"
import { isSkillAddress, listVisibleSkills, readSkill } from "./skillResources.ts"

/** Returns the capabilities of a gate with these servers, besides tools. */
export const getOfferCapabilities = (servers: McpServers["Service"] | undefined, skills: ServedSkills | undefined) => ({
  ...(servers?.opens.has("resources")
    ? { resources: { listChanged: true } }
    : skills === undefined
      ? {}
      : { resources: {} }),
  ...(servers?.opens.has("prompts") ? { prompts: { listChanged: true } } : {}),
  ...(servers !== undefined && servers.opens.size > 0 ? { completions: {} } : {})
})

export interface Offered {
  readonly servers?: McpServers["Service"]
  readonly skills?: ServedSkills
}

/** The ways in which requests pass the gate: as a client's call, and as the reading of a skill. */
export interface OfferRequests {
  readonly requestOf: (ctx: ServerContext) => OfferRequest
  readonly skillRequestOf: (ctx: ServerContext) => OfferRequest
}

/**
 * Serves active skills, and the resources and prompts that servers' entries allow. The policy decides what each client
 * sees, and each request becomes a call of the gate's tool for it.
 */
export const serveOffers = (
  server: Server,
  { servers, skills }: Offered,
  { requestOf, skillRequestOf }: OfferRequests
): void => {
  const hasResources = servers?.opens.has("resources") === true
  const ready = async () => servers && Effect.runPromise(servers.ready)
  if (hasResources || skills !== undefined) {
    const offers = () => (hasResources ? servers.offers() : [])
    server.setRequestHandler("resources/list", async (_, ctx) => {
      await ready()
      return {
        resources: [
          ...(await listVisibleSkills(skills, skillRequestOf(ctx))),
          ...(await shownResources(offers(), requestOf(ctx)))
        ]
      }
    })
    server.setRequestHandler("resources/templates/list", async (_, ctx) => {
      await ready()
      return { resourceTemplates: shownTemplates(offers(), requestOf(ctx)) }
    })
    server.setRequestHandler("resources/read", ({ params: { uri } }, ctx) =>
      isSkillAddress(uri) ? readSkill(skills, skillRequestOf(ctx), uri) : read(offers(), requestOf(ctx), uri)
    )
  }
  if (servers === undefined) return
  const { opens, offers } = servers
  if (opens.has("prompts")) {
    server.setRequestHandler("prompts/list", async (_, ctx) => {
      await ready()
      return { prompts: shownPrompts(offers(), requestOf(ctx)) }
    })
    server.setRequestHandler("prompts/get", ({ params: { name, arguments: args = {} } }, ctx) => {
      const request = requestOf(ctx)
      return request.call({ tool: promptNamed(offers(), request, name).tool, args }, answerPrompt)
    })
  }
  if (opens.size > 0)
    server.setRequestHandler("completion/complete", ({ params }, ctx) => complete(offers(), requestOf(ctx), params))
}

type Offers = ReadonlyArray<ServerOffers>

/** Returns the resources that the caller may read, or may ask to read. */
const shownResources = async (offers: Offers, { shows, judge }: OfferRequest) => {
  const found = offers.flatMap(({ server, resources }) =>
    resources.flatMap((resource) => {
      const call = readCall(server, resource.uri)
      const shown = { ...resource, uri: toClientAddress({ server, uri: resource.uri }) }
      return call !== undefined && shows(call.tool) ? [{ call, shown }] : []
    })
  )
  const decisions = await judge(found.map(({ call }) => call))
  return found.flatMap(({ shown }, index) => (decisions[index] === "deny" ? [] : [shown]))
}

const shownTemplates = (offers: Offers, { shows }: OfferRequest) =>
  offers.flatMap(({ server, templates }) =>
    isReadBy(server, shows)
      ? templates.map((one) => ({ ...one, uriTemplate: toClientAddress({ server, uri: one.uriTemplate }) }))
      : []
  )

const isReadBy = (server: string, shows: OfferRequest["shows"]): boolean =>
  addressKinds.some((kind) => shows(nameResourceTool(server, kind)))

/** Returns the call that reads a resource; `undefined` if the address cannot be judged. */
const readCall = (server: string, uri: string): OfferCall | undefined => {
  const means = getResourceArguments(uri)
  return means && { tool: nameResourceTool(server, means.kind), args: means.args }
}

const read = async (offers: Offers, { shows, call }: OfferRequest, shown: string) => {
  const address = parseClientAddress(shown)
  const found = offers.some(({ server, hasResources }) => hasResources && server === address?.server)
  const reading = address && found ? readCall(address.server, address.uri) : undefined
  if (reading === undefined || !shows(reading.tool)) throw createNoResourceError(shown)
  return call(reading, answerRead(shown))
}

/** Returns the visible prompts sorted by name, so that the order of start-up does not change the list. */
const shownPrompts = (offers: Offers, { shows }: OfferRequest) =>
  offers
    .flatMap(({ server, prompts }) =>
      [...prompts].map(([name, listed]) => ({ ...listed, name, tool: namePromptTool(server, name) }))
    )
    .filter(({ tool }) => shows(tool))
    .map(({ tool: _, ...shown }) => ({ ...shown, arguments: [...shown.arguments] }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))

/** Finds a visible prompt and its tool. */
const promptNamed = (offers: Offers, { shows }: OfferRequest, name: string) => {
  for (const { server, prompts } of offers) {
    const listed = prompts.get(name)
    if (listed === undefined) continue
    const tool = namePromptTool(server, name)
    if (shows(tool)) return { server, listed, tool }
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${quoted(name, 128)}.`)
}

/**
 * Completes a value if the policy allows it without asking. Otherwise returns no values: a completion runs on each key
 * press, too often for approvals.
 */
const complete = async (offers: Offers, request: OfferRequest, params: CompleteRequest["params"]) => {
  const { ref, argument, context } = params
  const [server, known] =
    ref.type === "ref/prompt" ? promptRef(offers, request, ref.name) : templateRef(offers, request, ref.uri)
  const call = {
    tool: nameCompletionTool(server),
    args: {
      ref: known,
      argument: { ...argument },
      ...(context?.arguments === undefined ? {} : { context: { arguments: context.arguments } })
    }
  }
  const [decision] = request.shows(call.tool) ? await request.judge([call]) : []
  const answer = decision === "allow" ? await request.call(call, answerCompletion) : nothing
  return "completion" in answer ? (answer as CompleteResult) : nothing
}

const nothing: CompleteResult = { completion: { values: [] } }

const promptRef = (offers: Offers, request: OfferRequest, shown: string): readonly [string, JsonObject] => {
  const { server, listed } = promptNamed(offers, request, shown)
  return [server, { type: "ref/prompt", name: listed.name }]
}

const templateRef = (offers: Offers, { shows }: OfferRequest, shown: string): readonly [string, JsonObject] => {
  const address = parseClientAddress(shown)
  const found = offers.some(
    ({ server, templates, resources }) =>
      server === address?.server &&
      (templates.some(({ uriTemplate }) => uriTemplate === address.uri) ||
        resources.some(({ uri }) => uri === address.uri))
  )
  if (address === undefined || !found || !isReadBy(address.server, shows)) throw createNoResourceError(shown)
  return [address.server, { type: "ref/resource", uri: address.uri }]
}
