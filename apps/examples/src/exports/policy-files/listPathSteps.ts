import assert from "node:assert/strict"
import { mkdtempDisposable, realpath, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listPathSteps } from "@toolgate/policy-files"
import { putFile } from "@toolgate/testing"

await using folder = await mkdtempDisposable(join(await realpath(tmpdir()), "policy-"))
const [file, link] = [join(folder.path, "team.yaml"), join(folder.path, "toolgate.yaml")]
putFile(file)
await symlink(file, link)
// Changing the link would change the policy too.
assert.deepEqual(listPathSteps([link]), [link, file])
