import assert from "node:assert/strict"
import { makeMarker, makeSixProcesses } from "@toolgate/testing"

// A sandbox has to end all of these processes.
const marker = makeMarker()
assert(makeSixProcesses(marker).split(marker).length > 6)
