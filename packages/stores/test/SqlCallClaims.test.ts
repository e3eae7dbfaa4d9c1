import { ApprovalStore, CallClaims } from "@toolgate/core"
import { testCallClaims } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { describe, it, onTestFinished } from "vitest"
import { openStore, SqlApprovalStore, SqlCallClaims } from "../src/index.ts"
import { describeEach } from "./places.ts"

describeEach("claims", (newPlace) => {
  testCallClaims({ describe, it }, async () => {
    const layer = Layer.merge(SqlCallClaims.layer, SqlApprovalStore.layer).pipe(
      Layer.provideMerge(openStore(await newPlace()))
    )
    const runtime = ManagedRuntime.make(layer)
    onTestFinished(() => runtime.dispose())
    return { claims: await runtime.runPromise(CallClaims), approvals: await runtime.runPromise(ApprovalStore) }
  })
})
