import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { api } from "@/e2e/client";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { director, merchantOf, salesRecord } from "@/e2e/merchant";
import { mortalInstance } from "@/e2e/mortal-instance";

test.describe("a key that somebody may have seen", () => {
  const mortal = mortalInstance();

  test("is taken out of a running service: everything is under the new one, and nobody noticed", async () => {
    const { client, receiver, run } = await openMarketplace(mortal.instance.address, mortal.sql);
    const merchant = merchantOf(client, "kept");
    await merchant.create();
    await merchant.sendKyc([director()]);
    const request = { key: randomUUID(), body: salesRecord("kept") };
    const answered = await client.ask("POST", `${merchant.base}/sales-data`, request);

    const file = join(mortal.dataDir, "secrets.json");
    const secrets = JSON.parse(readFileSync(file, "utf8"));
    secrets.ENCRYPTION_KEYS = `k2:${randomBytes(32).toString("base64")},${secrets.ENCRYPTION_KEYS}`;
    writeFileSync(file, JSON.stringify(secrets));
    await mortal.sql.end();
    await mortal.instance.stop();
    await mortal.startAgain();

    let rotating = true;
    const rotated = rotate(mortal.dataDir).finally(() => {
      rotating = false;
    });
    const seen = new Set<number>();
    while (rotating) {
      seen.add((await client.call("GET", merchant.base)).status);
      seen.add((await client.call("POST", `${merchant.base}/sales-data`, { body: salesRecord("kept") })).status);
    }
    expect(await rotated).toContain("Nothing is under k1: it may be taken out of ENCRYPTION_KEYS.");
    expect([...seen].filter((status) => status >= 400)).toEqual([]);
    expect(await rotate(mortal.dataDir, "--check")).not.toMatch(/under k1$/m);

    expect(await client.ask("POST", `${merchant.base}/sales-data`, request)).toEqual(answered);
    await merchant.fund();
    await run();
    await expect.poll(() => receiver.deliveries.map(({ body }) => JSON.parse(body).event)).toContain("kyc.submitted");
    expect((await client.ask("GET", `${api}/merchants/kept`)).kyc.status).toBe("APPROVED");
    await receiver.stop();
  });
});

/** What the command says, on the running instance of the data directory. */
async function rotate(dataDir: string, ...options: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", ENCRYPTION_KEYS: "" };
  const args = ["scripts/rotate-keys.mjs", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout;
}
