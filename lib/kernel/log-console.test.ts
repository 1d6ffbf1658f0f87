import { spawnSync } from "node:child_process";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What a process writes that runs these lines, which know `logConsole` and `logPageError`. */
async function written(lines: string) {
  const contents = `import { logConsole, logPageError } from "./log-console";\n${lines}`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const env = { ...process.env, NODE_ENV: "production", LOG_LEVEL: "info" } as const;
  const input = outputFiles[0]?.text;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-"], { input, encoding: "utf8", env });
  return stderr.trimEnd().split("\n");
}

const forging = 'no\\n{\\"level\\":\\"info\\"} sk_test_abc';

test("what is printed is one line of the log, an error once by whichever ways it comes", async () => {
  const lines = await written(`
    logConsole();
    const error = new Error("${forging}");
    console.error("\\u001b[31m⨯\\u001b[39m", error);
    console.error(error);
    console.error("said %s", "${forging}");
    console.warn("odd", "${forging}");
  `);
  const said = lines.map((line) => JSON.parse(line));
  expect(said.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "error printed",
    "error printed",
    "warn printed",
  ]);
  expect(said[0].error).toMatch(/^Error: no\n/);
  expect(lines.join()).not.toContain("sk_test_abc");
});

test("what a page threw is logged with its request, not before", async () => {
  const lines = await written(`
    logConsole();
    const error = Object.assign(new Error("no"), { digest: "1" });
    console.error(error);
    logPageError(error, { requestId: "req_1", page: "/merchants" });
  `);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", message: "page failed", requestId: "req_1", page: "/merchants" },
  ]);
});
