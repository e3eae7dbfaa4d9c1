import { WebhookQueue } from "@toolgate/core"
import { testWebhookQueue } from "@toolgate/testing"
import * as Layer from "effect/Layer"
import { describe, it } from "vitest"
import { MemoryWebhookQueue } from "../../src/index.ts"

testWebhookQueue({ describe, it }, (now) => Layer.succeed(WebhookQueue, MemoryWebhookQueue.makeMemoryWebhookQueue(now)))
