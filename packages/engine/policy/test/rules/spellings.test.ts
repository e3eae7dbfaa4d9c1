import { describe, expect, it } from "vitest"
import { call, command, decisionOf, policyIn, tools } from "../judging.ts"

const decide = (deny: string, text: string) =>
  decisionOf(
    policyIn(`rules: { allow: [shell], deny: [${JSON.stringify(`shell(${deny})`)}] }`),
    call(tools.shell, [command(text)])
  )

describe("a deny rule matches every spelling of the same act", () => {
  it.each([
    ["git add -A:*", ["git add --all", "git stage -A", "git add . -A"]],
    ["git branch -D:*", ["git branch -d -f x", "git branch --delete --force x", "git branch x -D"]],
    ["git push origin main", ["git push origin feature:main", "git push origin HEAD:refs/heads/main"]],
    ["git push origin main:*", ["git push origin x main", "git push -f origin +main", "git push origin main x"]],
    ["git push --all:*", ["git push --branches", "git push origin --all"]],
    ["git push --force:*", ["git push origin +main", "git push -f", "git push origin a +b:refs/heads/c"]],
    ["git push origin --delete:*", ["git push origin :x", "git push -d origin x", "git push origin a :refs/heads/x"]],
    ["docker rm -f:*", ["docker container rm --force x", "docker rm x -f", "docker container remove -fv x"]],
    ["docker rmi:*", ["docker image rm x", "docker image remove x"]],
    ["curl -X DELETE:*", ["curl u -XDELETE", "curl --request=DELETE u", "curl -sX DELETE u", "curl u --req DELETE"]],
    ["pip install:*", ["pip3 install x", "/usr/bin/pip3.11 install x", "pip --quiet install x"]],
    ["helm uninstall:*", ["helm delete x", "helm del x", "helm un x"]],
    ["tar -x:*", ["tar xf a.tar", "tar --extract -f a", "tar zxvf a", "tar -xf a"]],
    ["kubectl delete namespace:*", ["kubectl delete ns/x", "kubectl delete ns x", "kubectl -n a delete Namespaces x"]],
    ["terraform destroy:*", ["terraform apply -destroy", "terraform apply -auto-approve -destroy"]],
    ["chmod 777:*", ["chmod 0777 a", "chmod -R 777 a"]],
    ["rm -rf /:*", ["rm -rf //", "rm -r -f /", "rm -rf /.", "rm -fr x /", "rm --recursive --force /./"]]
  ])("%s", (deny, texts) => {
    expect(texts.map((text) => [text, decide(deny, text)])).toEqual(texts.map((text) => [text, "deny"]))
  })
})

describe("a deny rule leaves another act alone", () => {
  it.each([
    ["git add -A:*", ["git add a", "git commit -a"]],
    ["git push origin main", ["git push origin feature", "git push origin main:feature", "git push upstream main"]],
    ["git push --force:*", ["git push origin main", "git push origin a:b"]],
    ["git push origin --delete:*", ["git push origin a:b", "git push origin :", "git push origin x"]],
    ["docker rm -f:*", ["docker rm x", "docker run --rm x", "docker image rm x"]],
    ["curl -X DELETE:*", ["curl -X GET u", "curl -d DELETE u", "curl DELETE"]],
    ["pip install:*", ["pip list", "pipx install x"]],
    ["tar -x:*", ["tar tf a.tar", "tar -tf x"]],
    ["kubectl delete namespace:*", ["kubectl delete pod/ns", "kubectl get ns"]],
    ["terraform destroy:*", ["terraform apply", "terraform plan -destroy"]],
    ["chmod 777:*", ["chmod 755 a"]],
    ["rm -rf /:*", ["rm -rf x", "rm x"]]
  ])("%s", (deny, texts) => {
    expect(texts.map((text) => [text, decide(deny, text)])).toEqual(texts.map((text) => [text, "allow"]))
  })
})

it("an ask rule holds whichever program starts the command", () => {
  const policy = policyIn("rules: { allow: [shell], ask: ['shell(npm publish:*)'] }")
  const decided = (words: ReadonlyArray<string>) => decisionOf(policy, call(tools.shell, [command(words)]))
  expect(decided(["acme", "run", "npm", "publish"])).toBe("ask")
  expect(decided(["git", "rebase", "-x", "npm test && npm publish", "main"])).toBe("ask")
  expect(decided(["acme", "run", "npm", "test"])).toBe("allow")
  expect(decided(["git", "commit", "-m", "npm publish"])).toBe("allow")
})
