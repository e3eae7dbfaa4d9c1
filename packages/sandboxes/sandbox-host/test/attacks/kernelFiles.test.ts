import { existsSync, readFileSync } from "node:fs"
import type { ResolvedPath } from "@toolgate/core"
import { expect, it } from "vitest"
import { hasBubblewrap, sh, textOf } from "../command/running.ts"

const confined = it.skipIf(!hasBubblewrap)

const sysctls = [
  "kernel/core_pattern",
  "kernel/hostname",
  "vm/overcommit_memory",
  "kernel/modprobe",
  "user/max_user_namespaces"
]

confined("a command changes nothing of the kernel through /proc and /sys", async () => {
  const paths = [
    ...sysctls.map((name) => `/proc/sys/${name}`),
    "/proc/sysrq-trigger",
    "/proc/mtrr",
    "/proc/irq/default_smp_affinity",
    "/proc/acpi/wakeup"
  ]
  const before = sysctls.map((name) =>
    existsSync(`/proc/sys/${name}`) ? readFileSync(`/proc/sys/${name}`, "utf8") : ""
  )
  const script = `for f in ${paths.join(" ")}; do (: >> $f) 2>/dev/null && echo "opened $f"; done; ls /sys 2>/dev/null && echo "sys is there"; echo end`
  const ran = await sh(script)
  expect(textOf(ran)).toBe("end\n")
  expect(
    sysctls.map((name) => (existsSync(`/proc/sys/${name}`) ? readFileSync(`/proc/sys/${name}`, "utf8") : ""))
  ).toEqual(before)
  expect(ran.enforced).toMatchObject({ access: "bubblewrap", files: "mounts" })
})

confined(
  "a command with a grant for everything has no /sys either, and cannot leave its cgroup through it",
  async () => {
    for (const path of ["/", "/sys"] as const) {
      const files = [{ path: path as ResolvedPath, mode: "rw" as const, scope: "tree" as const }]
      // With such a grant, the command could change every folder with programs.
      const script =
        "PATH=/usr/bin:/bin; ls /sys/fs /sys/kernel 2>/dev/null && echo FOUND; echo $$ > /sys/fs/cgroup/cgroup.procs; echo end"
      const command = { argv: ["/bin/sh", "-c", script] }
      const ran = await sh(script, { command, grant: { access: { files } as never } })
      expect(textOf(ran), path).not.toContain("FOUND")
      expect(textOf(ran), path).toMatch(/cannot create[^\n]*\nend\n$/)
    }
  }
)

confined("a command sees only its own processes, and nothing of the host through them", async () => {
  const ran = await sh(`
    for p in /proc/[0-9]*; do cat $p/comm; done
    ls /proc/1/root/root /proc/1/root/home /proc/1/cwd/root 2>/dev/null && echo FOUND
    for f in kcore kmsg 1/mem; do head -c 1 /proc/$f 2>/dev/null | grep -q . && echo READ; done
    kill -9 -1 2>/dev/null
    echo end`)
  expect(textOf(ran)).not.toMatch(/FOUND|READ|node|vitest/)
})

confined("a command gets no namespace, mount, device or capability", async () => {
  const ran = await sh(`
    unshare -Ur true 2>/dev/null && echo USER
    unshare -m true 2>/dev/null && echo MOUNT
    mount -t tmpfs none /tmp 2>/dev/null && echo MOUNTED
    mknod /tmp/disk b 8 0 2>/dev/null && echo DEVICE
    chroot / true 2>/dev/null && echo CHROOT
    hostname x 2>/dev/null && echo HOSTNAME
    ls /dev
    grep -E "^(Cap|NoNewPrivs)" /proc/self/status`)
  expect(textOf(ran)).not.toMatch(/USER|MOUNT|DEVICE|CHROOT|HOSTNAME/)
  expect(textOf(ran)).not.toMatch(/^(?:mem|kmsg|kvm|sd.|vd.|fuse)$/m)
  expect(textOf(ran).match(/^Cap\w+:\s*0{16}$/gm)).toHaveLength(5)
  expect(textOf(ran)).toMatch(/NoNewPrivs:\s*1/)
})
