import { describe, expect, it } from "vitest"
import { known, read, toolIn } from "./reading.ts"

/** The declaration of a shell, copied word for word from the registry of another system. */
const declaration = `tools:
  - name: run_shell
    description: Sandboxed shell command execution
    category: code
    side_effects: [local_exec, modifies_files, system_state]
    destructive: true
`

const permissions = `permissions:
  network:
    description: Can make network requests
    requires_approval: false
  filesystem:
    description: Can read/write files
    requires_approval: true
    allowed_paths: ["/mnt/raid0/llm/", "/tmp/"]
  shell:
    description: Can execute shell commands
    requires_approval: true
  compute:
    description: Can execute computation
    requires_approval: false
`

describe("a registry of another system", () => {
  it("annotates the known tool with a name or an alias", () => {
    const [shell] = known.filter(({ name }) => name === "shell")
    expect(toolIn(declaration, "shell")).toEqual({ ...shell, description: "Sandboxed shell command execution" })
    const catalogue = read(declaration)
    expect("tools" in catalogue && catalogue.tools.map(({ name }) => name)).toEqual(known.map(({ name }) => name))
  })

  it("has permissions that narrow a policy", () => {
    const catalogue = read(permissions)
    if (!("narrowing" in catalogue)) throw new Error(catalogue.join("\n"))
    const [config] = catalogue.narrowing
    expect([...(config?.permissions ?? [])]).toEqual([
      ["network", { requiresApproval: false, allowedPaths: undefined, source: "/srv/catalogue.yaml:2:3" }],
      [
        "filesystem",
        {
          requiresApproval: true,
          allowedPaths: [
            { path: "/mnt/raid0/llm", source: "/srv/catalogue.yaml:8:21" },
            { path: "/tmp", source: "/srv/catalogue.yaml:8:40" }
          ],
          source: "/srv/catalogue.yaml:5:3"
        }
      ],
      ["shell", { requiresApproval: true, allowedPaths: undefined, source: "/srv/catalogue.yaml:9:3" }],
      ["compute", { requiresApproval: false, allowedPaths: undefined, source: "/srv/catalogue.yaml:12:3" }]
    ])
    expect({ ...config, permissions: undefined }).toMatchObject({ default: undefined, confirmation: undefined })
  })
})
