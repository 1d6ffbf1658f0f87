import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { secretCanary, sightings } from "@/e2e/canaries";
import { expect, sharedDataDir, test } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

test("somebody who copies the disk reads nothing of an uploaded document", async ({ marketplace, sql }) => {
  const paper = `paper-${randomUUID()}`;
  const bytes = Buffer.from(`%PDF-1.7\n${`${paper}\n`.repeat(4_000)}`);
  const { fileKey } = await merchantOf(marketplace.client, "copied").upload(bytes);
  const [file] = await sql`select storage_name, file_size, data_key_encrypted from files where id = ${fileKey}`;
  expect(file).toMatchObject({ file_size: bytes.length, data_key_encrypted: expect.stringMatching(/^k1\./) });
  const folder = join(sharedDataDir(), "documents");
  expect(readdirSync(folder)).toContain(file?.storage_name);
  const stored = readFileSync(join(folder, file?.storage_name));
  expect(stored.length).toBeGreaterThan(bytes.length);
  expect(sightings("the stored document", stored, [secretCanary("the document", paper)])).toEqual([]);
});
