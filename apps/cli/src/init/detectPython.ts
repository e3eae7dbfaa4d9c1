import type { Finding } from "./Finding.ts"
import type { Folder } from "./Folder.ts"

/** Returns a project of uv, Poetry or pip, with the command that runs its tests; `undefined` if there is none. */
export const detectPython = (folder: Folder): Finding | undefined => {
  const manifest = folder.first("pyproject.toml", "requirements.txt", "setup.py", "setup.cfg", "Pipfile")
  if (manifest === undefined) return undefined
  const project = folder.text("pyproject.toml")
  const texts = [
    "pyproject.toml",
    ...[...folder.files].filter((name) => /^requirements.*\.txt$|^setup\.|^Pipfile$|^tox\.ini$/.test(name))
  ]
  const usesPytest =
    folder.first("pytest.ini", "conftest.py") !== undefined ||
    texts.some((name) => folder.text(name).includes("pytest"))
  const [manager, file, before, adding] =
    folder.files.has("uv.lock") || /^\[tool\.uv\b/m.test(project)
      ? ["uv", folder.first("uv.lock") ?? manifest, "uv run ", "uv add"]
      : folder.files.has("poetry.lock") || /^\[tool\.poetry\b/m.test(project)
        ? ["Poetry", folder.first("poetry.lock") ?? manifest, "poetry run ", "poetry add"]
        : ["pip", manifest, "", "pip install"]
  const command = usesPytest ? `${before}pytest` : `${before}${before === "" ? "python3" : "python"} -m unittest`
  return {
    what: `Python with ${manager} (${file})`,
    commands: [{ command, why: "runs the tests" }],
    asked: [{ command: adding, why: "downloads third-party code, which runs during the installation" }],
    extension: ".py"
  }
}
