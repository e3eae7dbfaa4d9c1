// An agent that reports at once.
import { connect } from "@toolgate/runner"

await using tools = await connect()
tools.report("done")
