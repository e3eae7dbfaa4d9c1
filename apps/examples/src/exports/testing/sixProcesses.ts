import assert from "node:assert/strict"
import { newMarker, sixProcesses } from "@toolgate/testing"

// A sandbox has to end all of these processes.
const marker = newMarker()
assert(sixProcesses(marker).split(marker).length > 6)
