import { takes } from "./SecretOptions.ts"

/** The secrets in the commands of clouds, registries and forges. */
export const cloudSecrets = [
  takes(
    "docker login, podman-login(1)",
    "docker podman nerdctl buildah skopeo helm oras crane regctl cosign docker-compose expo",
    {
      after: "login",
      options: "-p --password"
    }
  ),
  takes("skopeo(1), buildah(1)", "skopeo buildah podman", { behind: [":", "--creds --src-creds --dest-creds"] }),
  takes("kubectl create secret", "kubectl oc k3s microk8s minikube", {
    behind: ["=", "--from-literal --docker-password"]
  }),
  takes("kubectl create secret docker-registry", "kubectl oc", { options: "--docker-password --token --password" }),
  takes("oc login", "oc", { after: "login", options: "-p --token" }),
  takes("Vault CLI, login", "vault bao", { after: "login", operands: 1 }),
  takes("Vault CLI, kv put", "vault bao", { after: "put", operands: 2, operandMark: "=" }),
  takes("Vault CLI, kv patch", "vault bao", { after: "patch", operands: 2, operandMark: "=" }),
  takes("Vault CLI, write", "vault bao", { after: "write", operands: 2, operandMark: "=" }),
  takes("Vault CLI, operator unseal", "vault bao", { after: "unseal", operands: 1 }),
  takes("Vault CLI, token", "vault bao", { after: "token lookup", operands: 1 }),
  takes("Vault CLI, token", "vault bao", { after: "token revoke", operands: 1 }),
  takes("Vault CLI, token", "vault bao", { after: "token renew", operands: 1 }),
  takes("consul, nomad, HTTP API options", "consul nomad boundary", { options: "-token --token" }),
  takes("consul kv put, nomad var put", "consul", { after: "kv put", operands: 2 }),
  takes("nomad var put", "nomad", { after: "var put", operands: 2, operandMark: "=" }),
  takes("gh secret set", "gh", { after: "secret set", options: "-b --body" }),
  takes("glab variable set", "glab", { after: "variable set", operands: 2, options: "-v --value" }),
  takes("glab auth login", "glab", { options: "-t --token" }),
  takes("flyctl secrets set", "fly flyctl", { after: "secrets set", operands: 1, operandMark: "=" }),
  takes("flyctl secrets import", "fly flyctl", { options: "-t --access-token" }),
  takes("heroku config:set", "heroku", { after: "config:set", operands: 1, operandMark: "=" }),
  takes("supabase secrets set", "supabase", { after: "secrets set", operands: 1, operandMark: "=" }),
  takes("supabase link", "supabase", { options: "-p --password --token" }),
  takes("doppler secrets set", "doppler", { after: "secrets set", operands: 1, operandMark: "=" }),
  takes("doppler, global flags", "doppler", { options: "-t --token" }),
  takes("infisical secrets set", "infisical", { after: "secrets set", operands: 1, operandMark: "=" }),
  takes("railway variables", "railway", { behind: ["=", "--set"] }),
  takes("vercel, global options", "vercel vc", { options: "-t --token" }),
  takes("netlify, env:set", "netlify", { after: "env:set", operands: 2 }),
  takes("netlify, global options", "netlify", { options: "--auth" }),
  takes("wrangler secret put", "wrangler", { options: "--api-token" }),
  takes("convex env set, eas secret:create", "convex", { after: "env set", operands: 2 }),
  takes("eas secret:create", "eas", { options: "--value" }),
  takes("az login", "az", { after: "login", options: "-p --password" }),
  takes("az keyvault secret set", "az", { after: "secret set", options: "--value" }),
  takes("az, connection options", "az", {
    options: "--admin-password --client-secret --account-key --sas-token --connection-string"
  }),
  takes("aws secretsmanager, ssm", "aws", { options: "--secret-string --secret-access-key --master-user-password" }),
  takes("aws ssm put-parameter", "aws", { after: "put-parameter", options: "--value" }),
  takes("aws configure set", "aws", { after: "set aws_session_token", operands: 1 }),
  takes("gcloud sql users", "gcloud", { options: "--password --root-password" }),
  takes("doctl auth init", "doctl", { options: "-t --access-token" }),
  takes("linode-cli, hcloud, scw", "hcloud linode-cli", { options: "--token" }),
  takes("pulumi config set --secret", "pulumi", { after: "config set", flag: "--secret", operands: 2 }),
  takes("npm token, yarn npm login", "npm yarn pnpm", { options: "--otp --_authToken" }),
  takes("cargo login", "cargo", { after: "login", operands: 1 }),
  takes("cargo publish", "cargo", { options: "--token" }),
  takes("gem push", "gem", { options: "-k --key --otp" }),
  takes("twine upload", "twine", { options: "-p --password" }),
  takes("poetry publish", "poetry", { after: "publish", options: "-p --password" }),
  takes("hatch publish", "hatch", { options: "--auth" }),
  takes("dotnet nuget push", "dotnet nuget nuget.exe", { after: "push", options: "-k --api-key -ApiKey" }),
  takes("nuget setapikey", "nuget nuget.exe", { after: "setapikey", operands: 1 }),
  takes("dotnet user-secrets set", "dotnet", { after: "user-secrets set", operands: 2 }),
  takes("snyk auth", "snyk", { after: "auth", operands: 1 }),
  takes("ngrok config add-authtoken", "ngrok", { after: "add-authtoken", operands: 1 }),
  takes("ngrok authtoken", "ngrok", { after: "authtoken", operands: 1 }),
  takes("tailscale up", "tailscale", { options: "--auth-key --authkey" }),
  takes("cloudflared tunnel run", "cloudflared", { options: "--token" }),
  takes("sentry-cli, sonar-scanner", "sentry-cli sonar-scanner", {
    options: "--auth-token -Dsonar.token -Dsonar.login"
  }),
  takes("stripe, twilio: CLI reference", "stripe twilio", { options: "--api-key --auth-token" }),
  takes("huggingface-cli login", "huggingface-cli hf", { options: "--token" }),
  takes("wandb login", "wandb", { after: "login", operands: 1 }),
  takes("mc alias set", "mc mcli", { after: "alias set", operands: 4 }),
  takes("s3cmd, rclone: option reference", "s3cmd", { options: "--secret_key" }),
  ...["create", "update", "password"].map((command) =>
    takes("rclone config, parameters of remotes", "rclone", {
      after: `config ${command}`,
      options:
        "pass pass2 password password2 secret_access_key token client_secret key account_key sas_url bearer_token api_key access_token auth_token secret_key application_key key_file_pass"
    })
  ),
  takes("rclone obscure", "rclone", { after: "obscure", operands: 1 }),
  takes("duplicacy, options", "duplicacy", { options: "-password" }),
  takes("jfrog config add", "jf jfrog", { options: "--password --access-token" }),
  takes("argocd login", "argocd", { options: "--password --auth-token" }),
  takes("argocd account update-password", "argocd", { options: "--current-password --new-password" })
]
