import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test(
  "what happens to two processes under load loses nothing and doubles nothing",
  async () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, NODE_ENV: "production" } as const;
    const command = ["scripts/rehearse/faults.mjs", "--faults", "6", "--events", "100", "--seed", "7"];
    // Of one that fails, what it said is shown.
    const run = promisify(execFile)("node", command, { env });
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(`${stdout}${stderr}`).toMatch(/^\d+ events, 0 lost, 0 doubled/m);
    expect(`${stdout}${stderr}`).toContain("0 differences");
  },
  15 * 60_000,
);
