import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { rateWindows } from "@/db/schema/operations";
import { hour, later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import * as uploads from "@/lib/merchants/documents/purge-uploads";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { purge } from "./purge-expired";

useDatabase();
afterEach(() => void vi.restoreAllMocks());

test("while the storage is away all else is purged, however much it is, and it is tried again in an hour", async () => {
  const said = vi.spyOn(log, "error").mockReturnValue();
  const away = new CodedError("SERVICE_UNAVAILABLE", "away");
  vi.spyOn(uploads, "purgeUploads").mockRejectedValue(away);
  const long = later(now(), -hour).toISOString();
  await db().execute(sql`insert into rate_windows select 'b' || n, ${long}, 1 from generate_series(1, 10001) n`);
  const at = now();
  expect(await purge(at)).toEqual(later(at, hour));
  expect(await db().select().from(rateWindows)).toEqual([]);
  expect(said).toHaveBeenCalledWith(expect.any(String), away);
});
