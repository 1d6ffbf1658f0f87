import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { useDatabase } from "@/test/database";
import { keyedDigests } from "./keyed-digests";

useDatabase();

const listed = [...new Set<string>(keyedDigests.flatMap(({ places }) => [...places]))].sort();

/** Digests without a key: of random secrets, of files, and of what people are shown. */
const unkeyed = [
  "authorization_attempts.digest",
  "bank_statements.file_digest",
  "demo_grants.access_digest",
  "demo_grants.code_digest",
  "demo_grants.former_refresh_digest",
  "demo_grants.refresh_digest",
  "files.upload_token_digest",
  "kyc_acceptances.digest",
  "mandate_links.digest",
  "oauth_access_tokens.digest",
  "oauth_clients.previous_secret_digest",
  "oauth_clients.secret_digest",
  "oauth_codes.digest",
  "oauth_refresh_tokens.digest",
  "proposals.digest",
  "refresh_tokens.digest",
  "secret_keys.digest",
];

/** Named for something else. */
const otherwiseNamed = ["drafts.writing", "failed_attempts.holder", "key_checks.value"];

test("every keyed digest is listed, in columns that there are", async () => {
  const named = await db().execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'
      and column_name ~ '(^|_)(digest|fingerprint|device|place|asked_from)$'`);
  const keyed = named.map(({ name }) => name).filter((name) => !unkeyed.includes(name));
  expect([...keyed, ...otherwiseNamed].sort()).toEqual(listed);
  const columns = await db().execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`);
  const present = new Set(columns.map(({ name }) => name));
  expect([...listed, ...unkeyed].filter((name) => !present.has(name))).toEqual([]);
});

test("by what has an index rows are found, and a change carries it on or it passes", async () => {
  const indexed = await db().execute<{ name: string }>(sql`
    select distinct c.relname || '.' || a.attname as name from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace`);
  const names = new Set(indexed.map(({ name }) => name));
  const known = new Set<string>(keyedDigests.flatMap(({ use, places }) => (use === "compared" ? [] : [...places])));
  expect(listed.filter((name) => names.has(name) && !known.has(name))).toEqual([]);
});

test("every purpose is listed once, and still used", () => {
  const purposes = keyedDigests.map(({ purpose }) => purpose);
  expect(new Set(purposes).size).toBe(purposes.length);
  const sources = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.endsWith("keyed-digests.ts"))
    .map((file) => readFileSync(path.join("lib", file), "utf8"))
    .filter((text) => /keyed(Digest|Hash)/.test(text))
    .join("\n");
  expect(purposes.filter((purpose) => !new RegExp(`["\`]${purpose}`).test(sources))).toEqual([]);
});
