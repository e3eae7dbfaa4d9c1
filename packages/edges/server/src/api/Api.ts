import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { approvals, confirmationsAt } from "./approvals.ts"
import { artifactBytes, artifacts } from "./artifacts.ts"
import { calls } from "./calls.ts"
import { events } from "./events.ts"
import { health } from "./health.ts"
import { metrics } from "./metrics.ts"
import { pins } from "./pins.ts"
import { policy } from "./policy.ts"
import { RequestProblems } from "./RequestProblems.ts"
import { record } from "./record.ts"
import { runner } from "./runner.ts"
import { sessions } from "./sessions.ts"
import { signIn } from "./signIn.ts"
import { tools } from "./tools.ts"
import { turns } from "./turns.ts"

const version = "/v1"

/** The part of the API whose requests are read by their definition. */
export class ServedApi extends HttpApi.make("toolgate")
  .add(
    sessions.prefix(version),
    turns.prefix(version),
    tools.prefix(version),
    approvals.prefix(version),
    artifacts.prefix(version),
    record.prefix(version),
    pins.prefix(version),
    policy.prefix(version),
    confirmationsAt("confirmations").prefix(version),
    confirmationsAt("plainConfirmations"),
    signIn.prefix(version),
    health
  )
  .middleware(RequestProblems)
  // A misspelled member may be meant to narrow the request, so it is not ignored.
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" }) {}

/** The whole API, for its document. Single calls, batches, events and bytes are plain routes, which cost less than half as much. */
export class Api extends HttpApi.make("toolgate")
  .addHttpApi(ServedApi)
  .add(calls.prefix(version), events.prefix(version), runner.prefix(version), artifactBytes.prefix(version), metrics)
  .annotateMerge(OpenApi.annotations({ title: "Toolgate", version: "1" })) {}
