import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import * as clock from "@/lib/kernel/clock";
import { log, withoutSecrets } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import { writeEvery } from "@/lib/terms/request-log";
import { keepRequests, takeKept } from "./kept-requests";

/** In one statement. What cannot be written is lost: it is in the log of the process, too. */
export async function writeRequests(realNow: RealTime): Promise<void> {
  const { requests, gaps } = takeKept();
  if (requests.length === 0 && gaps.length === 0) return;
  const rows = requests.map(({ tenant, path, requestId, ...row }) => {
    const said = { path: withoutSecrets(path), requestId: withoutSecrets(requestId) };
    return { ...row, ...said, ...ownerOf(tenant) };
  });
  const second = new Date(Math.floor(realNow.getTime() / writeEvery) * writeEvery);
  const missing = gaps.map(({ tenant, leftOut }) => ({ ...ownerOf(tenant), at: second, leftOut }));
  try {
    await db().execute(sql`
      with gone as (
        insert into request_gaps as g (marketplace_id, environment, at, left_out)
        select * from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb)
          as r(owner text, environment text, at timestamptz, "leftOut" int)
        order by owner, environment
        on conflict (marketplace_id, environment, at) do update set left_out = g.left_out + excluded.left_out
      )
      insert into logged_requests
        (id, marketplace_id, environment, request_id, operation, method, path, status, code, credential, duration_ms, at)
      select id, owner, environment, "requestId", operation, method, path, status, code, credential, "durationMs", at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id text, owner text, environment text, "requestId" text, operation text, method text, path text, status int,
        code text, credential text, "durationMs" real, at timestamptz)`);
  } catch (error) {
    log.error("requests could not be written to the request log", error, { requests: requests.length });
  }
}

function ownerOf({ marketplaceId, environment }: { marketplaceId: string; environment: string }) {
  return { owner: marketplaceId, environment };
}

/** Returns a function that ends it and writes what is left. */
export function startRequestLog(every: number = writeEvery): () => Promise<void> {
  keepRequests(true);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const rest = () => {
    // Does not keep a process that is about to end.
    timer = setTimeout(() => {
      writing = writeRequests(clock.now()).then(rest);
    }, every).unref();
  };
  rest();
  return async () => {
    keepRequests(false);
    await writing;
    clearTimeout(timer);
    await writeRequests(clock.now());
  };
}
