import { describe, expect, it } from "vitest"
import { addPrograms, findKnownPrograms, normalizeProgramName, withPrograms } from "../src/index.ts"

const namesOf = (program: string) => findKnownPrograms(program).map(({ names }) => names)

describe("added programs", () => {
  it("are known only in their scope, together with the programs of this package", () => {
    const added = addPrograms([{ names: ["ship"] }, { names: ["jq", "ship"] }])
    expect(
      withPrograms(added, () => [namesOf("ship"), namesOf("/opt/ship2"), namesOf("jq").length, namesOf("nosuch")])
    ).toEqual([[["ship"], ["jq", "ship"]], [["ship"], ["jq", "ship"]], namesOf("jq").length + 1, []])
    expect(namesOf("ship")).toEqual([])
  })

  it("are forgotten after an error, and replaced within another scope", () => {
    const [ship, boat] = [addPrograms([{ names: ["ship"] }]), addPrograms([{ names: ["boat"] }])]
    expect(() =>
      withPrograms(ship, () => {
        throw new Error("no")
      })
    ).toThrow("no")
    expect(namesOf("ship")).toEqual([])
    withPrograms(ship, () => {
      withPrograms(boat, () => expect([namesOf("ship"), namesOf("boat")]).toEqual([[], [["boat"]]]))
      expect([namesOf("ship"), namesOf("boat")]).toEqual([[["ship"]], []])
    })
  })

  it("have a main name like other programs", () => {
    withPrograms(addPrograms([{ names: ["ship"] }]), () => expect(normalizeProgramName("/opt/ship2.1")).toBe("ship"))
    expect(normalizeProgramName("/opt/ship2.1")).toBe("ship2.1")
  })

  it("have one main name if all their names belong to one program", () => {
    const added = addPrograms([{ names: ["ship", "boat"], oneProgram: true }, { names: ["pack", "unpack"] }])
    withPrograms(added, () =>
      expect(["boat", "/opt/boat2", "unpack", "fly", "gunzip", "constructor"].map(normalizeProgramName)).toEqual([
        ...["ship", "ship", "unpack", "flyctl", "gunzip", "constructor"]
      ])
    )
  })

  it("make every unknown program doubtful if a file cannot be read", () => {
    const added = addPrograms([{ names: ["ship"] }], true)
    withPrograms(added, () => {
      expect(findKnownPrograms("nosuch")[0]?.closed?.operand?.("x", [], new Set())?.reason).toContain("fault")
      expect(namesOf("ship")).toEqual([["ship"]])
      expect(namesOf("jq")).toHaveLength(1)
    })
  })
})
