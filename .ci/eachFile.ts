import fc from "fast-check"

// By day, every property tries the same values in each run, so that no result depends on luck. At night it tries other values, and says
// which seed repeats them. An own seed is given as TOOLGATE_SEED.
const { TOOLGATE_NIGHT: night = "", TOOLGATE_SEED: given = night === "" ? "1" : "" } = process.env
if (given !== "") fc.configureGlobal({ seed: Number(given) })
