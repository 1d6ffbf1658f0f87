import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { addOperator } from "@/lib/surfaces/console/add-operator";
import { shownCode } from "@/test/authenticator";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { addSecondFactor } from "@/test/factories/staff";
import { addressOf } from "./instance.mjs";

useDatabase();

type Run = { code: number | null; stdout: string; stderr: string };

/** The command as a person runs it, on this test's database, with nobody at the terminal. */
function operator(...args: string[]): Promise<Run> {
  return operatorWith({}, ...args);
}

function operatorWith(settings: Record<string, string>, ...args: string[]): Promise<Run> {
  return operatorTold("", settings, ...args);
}

/** With lines on its standard input, which stays open. */
function operatorTold(lines: string, settings: Record<string, string>, ...args: string[]): Promise<Run> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ["scripts/operator.mjs", ...args], { env });
  child.stdin.on("error", () => undefined);
  if (lines) child.stdin.write(lines);
  else child.stdin.end();
  const run: Run = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    run.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    run.stderr += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...run, code })));
}

let marketplaceId: string;
beforeAll(async () => {
  ({ marketplaceId } = await createMarketplace());
});

test("without a command it says what there is; with a wrong one, what is wrong, and no stack", async () => {
  const [help, wrong] = await Promise.all([operator(), operator("kyc", "approve", "mer_none")]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("marketplace live MARKETPLACE");
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toBe("Say who acts: --as EMAIL, or OPERATOR in the environment.\n");
});

test("without a service it still says what there is, and makes nothing in a folder that was mistyped", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "mfis-"));
  const nowhere = { DATABASE_URL: "", DATA_DIR };
  const wrong = { ENCRYPTION_KEYS: "", INDEX_KEY: "" };
  const [help, mistyped, incomplete] = await Promise.all([
    operatorWith(nowhere, "--help"),
    operatorWith(nowhere, "lender", "list"),
    operatorWith(wrong, "lender", "list"),
  ]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringContaining(`No service is running on ${DATA_DIR}.`) });
  expect(readdirSync(DATA_DIR)).toEqual([]);
  rmSync(DATA_DIR, { recursive: true });
  expect(incomplete.stderr).toMatch(/^ENCRYPTION_KEYS: .*\nINDEX_KEY: .*\n$/);
});

test("it acts when told yes, and never without being told", async () => {
  const as = ["--as", "reviewer@financing.example"];
  expect((await operator("operator", "add", "reviewer@financing.example", "First Reviewer", "--yes")).code).toBe(0);
  const unasked = await operator(...as, "marketplace", "live", marketplaceId);
  expect(unasked.code).toBe(1);
  expect(unasked.stdout).toContain(`(${marketplaceId}), not live`);
  expect(unasked.stderr).toContain("There is nobody to ask. Say --yes to have it done.");
  const told = await operator(...as, "--yes", "marketplace", "live", marketplaceId);
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(told.stdout).toMatch(/It is live\.\n$/);
});

test("a password is read from the standard input, and never replaced by --yes", async () => {
  const [email, second] = ["adder@financing.example", "second@financing.example"];
  const { password, userId } = await addOperator({
    ...{ operator: null, input: { email, name: "Adder", role: "ADMIN" }, realNow: now() },
  });
  const secret = await addSecondFactor(userId);
  const add = ["--as", email, "--yes", "operator", "add", second, "Second"];
  const asked = await operator(...add);
  expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining(`Password of ${email} is asked for`)]);
  const wrong = await operatorTold("guessed\n", {}, ...add);
  expect(wrong).toMatchObject({ code: 1, stderr: "The password is wrong. Nothing was done.\n" });
  const told = await operatorTold(`${password}\n${shownCode(secret, now())}\n`, {}, ...add);
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(`${told.stdout}${wrong.stdout}`).not.toContain(password);
});

test("what it writes to people leads to the instance that they use", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-"));
  expect(addressOf(dataDir)).toBeUndefined();
  writeFileSync(join(dataDir, "server.pid"), JSON.stringify({ pid: 1, address: "http://localhost:3300" }));
  expect(addressOf(dataDir)).toBe("http://localhost:3300");
  rmSync(dataDir, { recursive: true });
});
