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
    ["chmod 777:*", ["chmod a=rwx a", "chmod ugo=rwx a"]],
    ["chmod +x:*", ["chmod a+x a"]],
    ["rm -rf ~:*", ["rm -rf $HOME/", "rm -rf ~/", "rm -fr $HOME", "rm -rf x ~/."]],
    ["chmod 777:*", ["chmod a+rwx a", "chmod u=rwx,go=rwx a", "chmod ug+rwx,o=rwx a"]],
    ["chmod 755:*", ["chmod u=rwx,go=rx a", "chmod 0755 a"]],
    ["flyctl deploy:*", ["fly deploy"]],
    ["fly deploy:*", ["flyctl deploy", "/opt/bin/fly deploy"]],
    ["mvn deploy:*", ["./mvnw deploy", "mvnw -q deploy"]],
    ["gradle publish:*", ["./gradlew publish"]],
    ["node -e:*", ["nodejs -e x"]],
    ["cp -r:*", ["cp -a x y", "cp --archive x y"]],
    ["cp -R:*", ["cp -a x y"]],
    ["rsync --delete:*", ["rsync -a --delete-after a b", "rsync -a --del a b"]],
    ["curl -X POST:*", ["curl -d x u", "curl u -F a=b", "curl --json {} u"]],
    ["curl --data:*", ["curl --data-binary @x u"]],
    ["git add .:*", ["git add ./", "git add -v ./."]],
    ["php artisan migrate:*", ["php ./artisan migrate"]],
    ["nosuch a/b:*", ["nosuch ./a//b/"]],
    ["git push --force:*", ["git push origin +main", "git push -qf", "git push origin +a:refs/heads/main"]],
    ["git push --delete:*", ["git push origin :feature", "git push -d origin feature"]],
    ["git push origin main:*", ["git push origin heads/main", "git push --repo=origin main"]],
    ["git remote remove:*", ["git remote rm origin"]],
    ["git switch --discard-changes:*", ["git switch -f main", "git switch --force main"]],
    ["kill -9:*", ["kill -KILL 1", "kill -s KILL 1", "kill -s 9 1", "kill -n 9 1", "kill --signal 9 1"]],
    ["dd of=/dev/sda:*", ["dd if=x bs=1M of=/dev/sda"]],
    ["make deploy:*", ["make build deploy", "make -C . X=1 deploy", "make -j4 deploy"]],
    ["ssh prod:*", ["ssh root@prod", "ssh ssh://prod", "ssh -p 22 prod ls"]],
    ["mkfs:*", ["mkfs.ext4 /dev/sda1", "/sbin/mkfs.xfs x"]],
    ["redis-cli FLUSHALL:*", ["redis-cli -h x flushall"]],
    ["python -c:*", ["python3.12 -c x", "/usr/bin/python3 -Ic x"]],
    ["pip install:*", ["python3 -mpip install x", "python -m pip install x"]],
    ["cargo publish:*", ["cargo +nightly publish"]],
    [
      "kubectl delete pod:*",
      ["kubectl delete svc,pod x", "minikube kubectl -- delete pod x", "k3s kubectl delete po x"]
    ],
    ["docker compose down -v:*", ["docker compose down --volumes", "docker-compose down -v"]],
    ["npx:*", ["npm exec cowsay", "npm x cowsay"]],
    ["composer remove:*", ["composer rm x"]],
    ["dnf remove:*", ["dnf -y erase x"]],
    ["pacman -R:*", ["pacman --remove x", "pacman -Rns x"]],
    ["svn delete:*", ["svn rm x", "svn remove x"]],
    ["rm -rf build:*", ["rm -rf src/../build", "rm -rf {a,build}", "rm -rf .//build/"]],
    ["rm -rf /:*", ["rm -rf //", "rm -r -f /", "rm -rf /.", "rm -fr x /", "rm --recursive --force /./", "rm -rf /../"]]
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
    ["chmod 777:*", ["chmod 755 a", "chmod u=rwx a"]],
    ["chmod +x:*", ["chmod -x a", "chmod u-x a"]],
    ["git push --force:*", ["git push origin main", "git push origin a:b"]],
    ["git push --delete:*", ["git push origin a:b"]],
    ["kill -9:*", ["kill 9", "kill -s TERM 9"]],
    ["dd of=/dev/sda:*", ["dd if=/dev/sda of=x"]],
    ["make deploy:*", ["make build", "make build X=deploy"]],
    ["ssh prod:*", ["ssh prod2", "ssh me@staging"]],
    ["mkfs:*", ["ls mkfs.md"]],
    ["rm:*", ["acme docs/rm.md", "echo {a,rm}", "CC=gcc make", "echo rm x | cat", "jq '{a, rm}' f"]],
    ["rm -rf /:*", ["rm -rf x", "rm x", "rm -rf a/.."]],
    ["cp -a:*", ["cp -r x y", "cp -R x y"]],
    ["rsync --delete:*", ["rsync -a --exclude x a b"]],
    ["curl -X POST:*", ["curl -X PUT -d x u", "curl -X DELETE u"]],
    ["chmod 777:*", ["chmod ug+rwx a", "chmod u=rwx a", "chmod a+x a", "chmod u=rwx,g=rx,o=r a"]],
    ["gzip:*", ["gunzip a.gz"]]
  ])("%s", (deny, texts) => {
    expect(texts.map((text) => [text, decide(deny, text)])).toEqual(texts.map((text) => [text, "allow"]))
  })
})

it("an ask rule applies to a command that another program starts", () => {
  const policy = policyIn("rules: { allow: [shell], ask: ['shell(npm publish:*)'] }")
  const decided = (words: ReadonlyArray<string>) => decisionOf(policy, call(tools.shell, [command(words)]))
  expect(decided(["acme", "run", "npm", "publish"])).toBe("ask")
  expect(decided(["git", "rebase", "-x", "npm test && npm publish", "main"])).toBe("ask")
  expect(decided(["acme", "run", "npm", "test"])).toBe("allow")
  expect(decided(["git", "commit", "-m", "npm publish"])).toBe("allow")
})
