import type { Api } from "@toolgate/server/api"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"
import { expectTypeOf, it } from "vitest"
import type {
  AcceptedCall,
  AcceptedScript,
  Client,
  ClientSession,
  NewCall,
  NewScript,
  SessionInfo
} from "../src/index.ts"

/** The types of an operation that a method of the client has. */
interface Of<Method extends (...given: ReadonlyArray<never>) => unknown, Sent = never, Query = never> {
  readonly payload: Sent
  readonly query: Query
  readonly success: Awaited<ReturnType<Method>>
}

type Given<Method extends (...given: ReadonlyArray<never>) => unknown, At extends number = 0> = Exclude<
  Parameters<Method>[At],
  undefined
>

type Accepts<Waiting, Accepting> = Omit<Waiting, "mode" | "idempotencyKey"> & {
  readonly mode?: NewCall["mode"] | (Omit<Accepting, "idempotencyKey"> extends Omit<Waiting, "mode"> ? "accept" : never)
}

type Sessions = Client["sessions"]
type Approvals = Client["approvals"]
type Artifacts = Client["artifacts"]
type Recorded = Client["record"]
type Policy = Client["policy"]
type Pins = Client["pins"]
type PinQuery = Omit<Given<Pins["list"]>, "quarantined"> & { readonly quarantined?: "true" | "false" }
type Confirming = Of<ClientSession["confirm"], Given<ClientSession["confirm"], 2>>

/** The operations as the client has them. */
interface Declared {
  "sessions.open": { readonly payload: Given<Sessions["open"]>; readonly query: never; readonly success: SessionInfo }
  "sessions.list": Of<Sessions["list"], never, Given<Sessions["list"]>>
  "sessions.inspect": Of<ClientSession["inspect"]>
  "sessions.cancel": Of<ClientSession["cancel"]>
  "sessions.end": Of<ClientSession["end"]>
  "calls.call": Of<ClientSession["call"] | ClientSession["accept"], Accepts<NewCall, AcceptedCall>>
  "calls.batch": Of<ClientSession["batch"], Given<ClientSession["batch"]>>
  "turns.turn": Of<ClientSession["turn"], Given<ClientSession["turn"]>>
  "turns.script": Of<ClientSession["script"] | ClientSession["acceptScript"], Accepts<NewScript, AcceptedScript>>
  "turns.judge": Of<ClientSession["judge"], Given<ClientSession["judge"]>>
  "turns.find": Of<ClientSession["findCall"]>
  "turns.cancelCall": Of<ClientSession["cancelCall"]>
  "turns.cancelTurn": Of<ClientSession["cancelTurn"]>
  "tools.list": Of<ClientSession["tools"]>
  "tools.declare": Of<ClientSession["declare"]>
  "approvals.list": Of<Approvals["list"], never, Given<Approvals["list"]>>
  "approvals.show": Of<Approvals["show"]>
  "approvals.decide": Of<Approvals["decide"], Given<Approvals["decide"], 1>>
  "approvals.decideMany": Of<Approvals["decideMany"], { readonly decisions: Given<Approvals["decideMany"]> }>
  "approvals.history": Of<Approvals["history"]>
  "approvals.withdraw": Of<Approvals["withdraw"]>
  "approvals.resume": Of<Approvals["resume"]>
  "artifacts.list": Of<ClientSession["artifacts"]["list"], never, Given<ClientSession["artifacts"]["list"]>>
  "artifacts.remove": Of<ClientSession["artifacts"]["remove"]>
  "artifacts.listAll": Of<Artifacts["list"], never, Given<Artifacts["list"]>>
  "record.list": Of<Recorded["list"], never, Given<Recorded["list"]>>
  "record.inDoubt": Of<Recorded["listInDoubt"], never, Given<Recorded["listInDoubt"]>>
  "record.verify": Of<Recorded["verify"], Given<Recorded["verify"]>>
  "record.verification": Of<Recorded["findVerification"]>
  "policy.explain": Of<Policy["explain"], Given<Policy["explain"]>>
  "policy.judge": Of<Policy["judge"], Given<Policy["judge"]>>
  "policy.lint": Of<Policy["lint"], Given<Policy["lint"]>>
  "policy.test": Of<Policy["test"], Given<Policy["test"]>>
  "policy.reload": Of<Policy["reload"]>
  "pins.list": Of<Pins["list"], never, PinQuery>
  "pins.show": Of<Pins["show"]>
  "pins.approve": Of<Pins["approve"], { readonly digest: Given<Pins["approve"], 1> }>
  "pins.revoke": Of<Pins["revoke"]>
  "confirmations.confirm": Confirming
  "plainConfirmations.confirm": Confirming
  "health.live": Of<Client["health"]["live"]>
  "health.ready": Of<Client["health"]["ready"]>
}

type Named<Group> =
  Group extends HttpApiGroup.HttpApiGroup<infer Name, infer Endpoints, infer _TopLevel>
    ? Endpoints extends HttpApiEndpoint.Top
      ? { readonly name: `${Name}.${Endpoints["identifier"]}`; readonly endpoint: Endpoints }
      : never
    : never

type Operations = Named<typeof Api extends HttpApi.HttpApi<infer _Name, infer Groups> ? Groups : never>

/** The operations as the server defines them. */
type Defined = {
  [One in Operations as One["name"]]: {
    readonly payload: TypeOf<HttpApiEndpoint.Payload<One["endpoint"]>>
    readonly query: TypeOf<HttpApiEndpoint.Query<One["endpoint"]>>
    readonly success: TypeOf<HttpApiEndpoint.Success<One["endpoint"]>>
  }
}

type TypeOf<S> = S extends Schema.Top ? S["Type"] : never

/** A type with its intersections resolved, so that it can be compared. JSON omits members that are undefined. */
type Plain<A> = A extends string | number | boolean | null | undefined
  ? A
  : { [Name in keyof A]: Plain<Exclude<A[Name], undefined>> }

type IsSame<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

/** The operations that differ. */
type Different = {
  [Name in keyof Defined & keyof Declared]: IsSame<Defined[Name], Declared[Name]> extends true ? never : Name
}[keyof Defined & keyof Declared]

/** Operations of browsers, which have no token yet. */
type SigningIn = "signIn.signIn" | "signIn.show" | "signIn.signOut"

/** Operations whose answers are no JSON: streams, bytes and a WebSocket. */
type Plainly =
  | "events.stream"
  | "artifactBytes.get"
  | "artifactBytes.getOf"
  | "runner.connect"
  | "metrics.get"
  | SigningIn

it("declares the types that the server defines, for each operation", () => {
  expectTypeOf<Exclude<keyof Defined, Plainly>>().toEqualTypeOf<keyof Declared>()
  expectTypeOf<Different>().toEqualTypeOf<never>()
})
