import { describe, expect, it } from "vitest"
import { isPublishingTarget } from "../src/publishingTarget.ts"

describe("isPublishingTarget", () => {
  it.each([
    ...["install", "install/strip", "uninstall", "publish", "deploy", "release", "db:drop", "db:reset", "docker-push"],
    ...[
      "docker.push",
      "publishToMavenLocal",
      "uploadArchives",
      "build-and-push",
      "test-publish",
      "//app:deploy",
      "web/deploy"
    ]
  ])("recognises that %s installs, publishes or discards", (name) => {
    expect(isPublishingTarget(name)).toBe(true)
  })

  it.each([
    ...["all", "test", "clean", "build", "build-release", "assembleRelease", "check-install", "test-install"],
    ...["src/install.c", "release/a.o", "installer", "pushed", "dropdown", ""]
  ])("reads %j as harmless", (name) => {
    expect(isPublishingTarget(name)).toBe(false)
  })
})
