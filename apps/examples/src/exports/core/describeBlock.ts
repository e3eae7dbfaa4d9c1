import assert from "node:assert/strict"
import { describeBlock } from "@toolgate/core"

const picture = describeBlock({ type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" })
assert.equal(picture, "An image, image/png, 8 bytes")
