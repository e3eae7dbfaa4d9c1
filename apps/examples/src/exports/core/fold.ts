import assert from "node:assert/strict"
import { fold } from "@toolgate/core/access"

// A file system that ignores case treats these two names as one.
assert.equal(fold("ÉTÉ.txt"), fold("été.TXT"))
