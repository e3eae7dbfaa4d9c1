import { approvalStoreContract } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { openStore, SqlApprovalStore } from "../src/index.ts"
import { describeEach } from "./places.ts"

const approvalsAt = (place: string, now?: () => number) =>
  Layer.provide(SqlApprovalStore.layer, openStore(place, now && { now }))

describeEach("approvals", (newPlace) => {
  approvalStoreContract({ describe, it }, (now) =>
    Layer.unwrap(Effect.map(Effect.promise(newPlace), (place) => approvalsAt(place, now)))
  )
})
