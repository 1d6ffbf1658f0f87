import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test(
  "a rehearsal of production comes out to the kobo, though the service is killed twice in it",
  async () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, NODE_ENV: "production" } as const;
    const command = ["scripts/rehearse/rehearse.mjs", "--kills", "2", "--seed", "7"];
    // Of one that fails, what it said is shown.
    const run = promisify(execFile)("node", command, { env });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(`${stdout}${stderr}`).toContain("0 differences, 2 kills");
    // All three rails, each with a line of its own.
    for (const lender of ["Sandbox Lender", "Harmattan Credit", "Savannah Lending"]) {
      expect(stdout).toMatch(new RegExp(`^${lender} +paid out +-\\d`, "m"));
    }
  },
  15 * 60_000,
);

test(
  "what was done before INDEX_KEY was changed is known after it",
  async () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, NODE_ENV: "production" } as const;
    const run = promisify(execFile)("node", ["scripts/rehearse/keys.mjs"], { env });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(`${stdout}${stderr}`).toMatch(/^0 differences/m);
  },
  15 * 60_000,
);
