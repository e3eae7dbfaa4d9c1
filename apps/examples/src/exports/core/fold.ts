import assert from "node:assert/strict"
import { fold } from "@toolgate/core/access"

// Two spellings of one name on a file system that ignores case.
assert.equal(fold("ÉTÉ.txt"), fold("été.TXT"))
