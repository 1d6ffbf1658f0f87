import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach, ownedBy } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import type { Tenant } from "@/lib/actor";
import { activateConnections } from "@/lib/connections/activate-connection";
import type { FieldError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { largestPrincipal } from "@/lib/lenders/queries";
import type { Part } from "@/lib/merchant-data/schema";
import { insertMerchants } from "@/lib/merchants/insert-merchant";
import type { Reach } from "@/lib/reach";
import type { Flags } from "@/lib/scoring/account-flags";
import type { Limits } from "@/lib/scoring/limits";
import type { BusinessTime } from "@/lib/time";
import { arrangeBatch, duplicateInBatch, type Entry } from "./arrange-batch";
import { assessRecord } from "./assess-record";
import type { RecordError } from "./batch-schema";
import { carryOver, conductOf } from "./carry-over";
import { type CheckedRecord, checkRecord } from "./check-record";
import { sourcesOf } from "./complete-records";
import { earlierParts, type Shared } from "./earlier-parts";
import { flagsInEffect } from "./flags-in-effect";
import { Overtaken } from "./retry-overtaken";
import { missingParts } from "./shared-parts";
import { type ScoredRecord, storeRecords } from "./store-records";
import type { SubmissionScope } from "./submission-scope";

/** Per turn of the event loop: so many records, or so long. A process that has just started is ten times slower. */
const chunkSize = 50;
const chunkMilliseconds = 4;

/** The error for a record that a merchant-bound token cannot reach (docs/merchants.md#consent). */
const notConsented = "Merchant has not consented";

const idField = "merchantIdentity.merchantId";

export type Processed = { errors: RecordError[]; failed: number; processedMerchantIds: string[] };

/**
 * Validates records, stores the valid ones and scores them, inside the current transaction; new merchants are created.
 * While the database stores one chunk the next is prepared, and between chunks the event loop is free for other work.
 * @throws Overtaken when the transaction has to be retried; see `retryOvertaken`.
 */
export async function processRecords(call: {
  reach: Reach;
  records: readonly unknown[];
  scope: SubmissionScope;
  submittedAt: BusinessTime;
  now: BusinessTime;
}): Promise<Processed> {
  const { reach, records, scope, submittedAt, now } = call;
  const { tenant } = reach;
  const arranged = arrangeBatch(records);
  const { duplicates, unnamed } = arranged;
  const beyond = ({ merchantId }: Entry) => scope.kind === "none" || (scope.kind === "one" && merchantId !== scope.id);
  const entries = arranged.entries.filter((entry) => !beyond(entry));
  const known = await loadKnown(reach, entries, submittedAt);
  const failures = new Map<number, FieldError[]>();
  for (const { index } of duplicates) failures.set(index, [{ field: idField, error: duplicateInBatch }]);
  for (const { index, raw } of [...arranged.entries, ...duplicates].filter(beyond)) {
    // If nothing is in scope because no record is valid, the sender needs to see those errors.
    const checked = scope.kind === "none" ? checkRecord(raw, submittedAt) : null;
    const wrong = checked && "errors" in checked ? checked.errors : [{ field: idField, error: notConsented }];
    failures.set(index, wrong);
  }
  const done: Entry[] = [];
  const storing: Promise<void>[] = [];
  const send = (scored: ScoredRecord[]) => {
    const stored = store(tenant, scored, known.ids, { submittedAt, now });
    // It is awaited below; a failure before that must not count as an unhandled rejection.
    stored.catch(() => {});
    storing.push(stored);
  };

  let chunk = begin();
  for (const entry of [...entries, ...unnamed]) {
    if (isFull(chunk)) {
      send(chunk.scored);
      await new Promise((resolve) => setImmediate(resolve));
      chunk = begin();
    }
    chunk.taken += 1;
    const checked = check(entry, known, submittedAt);
    if ("errors" in checked) {
      failures.set(entry.index, checked.errors);
      continue;
    }
    const { record } = checked;
    const { submissionId = newId("submission"), shared } = known.earlier.get(entry.merchantId) ?? {};
    const completed = carryOver(record, submittedAt, sourcesOf(shared ?? new Map()));
    const flags = known.flags.get(entry.merchantId) ?? null;
    const given = { submittedAt, flags, carried: completed.carried, maxima: known.maxima };
    chunk.scored.push({ submissionId, record, assessed: assessRecord(completed.record, given) });
    done.push(entry);
  }
  send(chunk.scored);
  await Promise.all(storing);
  const before = done.flatMap(({ merchantId }) => known.ids.get(merchantId) ?? []);
  await activateConnections(reach, before, now);
  if (before.length > 0) await wakeRequests(before.map((merchantId) => ({ ...ownedBy(tenant), merchantId, now })));
  return {
    failed: failures.size,
    errors: inOrder(failures, [...arranged.entries, ...duplicates, ...unnamed]),
    processedMerchantIds: done.sort((one, other) => one.index - other.index).map(({ merchantId }) => merchantId),
  };
}

type Chunk = { scored: ScoredRecord[]; taken: number; begun: number };

function begin(): Chunk {
  return { scored: [], taken: 0, begun: performance.now() };
}

function isFull({ taken, begun }: Chunk): boolean {
  return taken === chunkSize || (taken > 0 && performance.now() - begun > chunkMilliseconds);
}

function check({ merchantId, raw }: Entry, known: Known, submittedAt: BusinessTime): CheckedRecord {
  const checked = checkRecord(raw, submittedAt);
  if ("errors" in checked) return checked;
  if (merchantId === "") return { errors: [{ field: idField, error: "Is required" }] };
  if (!known.closed.has(merchantId)) return checked;
  return { errors: [{ field: idField, error: "The merchant is disconnected" }] };
}

type Known = {
  /** The service's ids of merchants that already existed, by the marketplace's ids. */
  ids: Map<string, string>;
  /** Merchants whose data is not accepted. */
  closed: Set<string>;
  flags: Map<string, Flags>;
  /** What they shared earlier, of what is missing now. */
  earlier: Map<string, Earlier>;
  maxima: Omit<Limits, "externalDebt">;
};

type Earlier = { submissionId?: string; shared?: ReadonlyMap<Part, Shared> };

const knownRow = z.strictObject({ id: z.string(), ref: z.string() });

async function loadKnown(reach: Reach, entries: readonly Entry[], submittedAt: BusinessTime): Promise<Known> {
  const refs = entries.map(({ merchantId }) => merchantId);
  // Locked before the flags are read: a flag reported from now on waits, and rescores after us.
  const rows = await rowsOf(knownRow)`
    select ${merchants.id} as id, ${merchants.thirdPartyCustomerId} as ref from ${merchants}
    where ${inReach(merchants, reach)} and ${merchants.thirdPartyCustomerId} = any(${sql.param(refs)}::text[])
    order by ${merchants.id} for no key update of ${merchants}`;
  // Read after the locks are held: who was disconnected while we waited for them is.
  const closed = await disconnectedAmong(reach, rows);
  const [marketplace] = await db()
    .select({ most: marketplaces.maximumLendingCap })
    .from(marketplaces)
    .where(eq(marketplaces.id, reach.tenant.marketplaceId));
  const raw = new Map(entries.map((entry) => [entry.merchantId, entry.raw]));
  const incomplete = rows.map(({ id, ref }) => {
    const record = raw.get(ref);
    const groups = typeof record === "object" && record !== null ? record : null;
    const missing = groups ? missingParts(groups) : [];
    return { merchantId: id, submissionId: newId("submission"), submittedAt, missing, groups: groups ?? {} };
  });
  const shared = await earlierParts(incomplete);
  const conduct = incomplete.map(({ merchantId, groups }, i) => {
    return { merchantId, submittedAt, conductAsOf: conductOf(groups, submittedAt, shared[i] ?? new Map()) };
  });
  const inEffect = await flagsInEffect(conduct);
  return {
    ids: new Map(rows.map(({ id, ref }) => [ref, id])),
    closed: new Set(rows.filter(({ id }) => closed.has(id)).map(({ ref }) => ref)),
    earlier: new Map(rows.map(({ ref }, i) => [ref, { ...incomplete[i], shared: shared[i] }])),
    flags: new Map(rows.flatMap(({ ref }, i) => (inEffect[i] ? [[ref, inEffect[i]]] : []))),
    maxima: { marketplaceMax: marketplace?.most ?? null, lenderMax: await largestPrincipal(reach.tenant.environment) },
  };
}

async function disconnectedAmong(reach: Reach, rows: readonly { id: string }[]): Promise<ReadonlySet<string>> {
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::text[]`;
  const closed = await db()
    .select({ id: connections.merchantId })
    .from(connections)
    .where(
      inReach(connections, reach, sql`${connections.merchantId} = any(${ids})`, eq(connections.status, "DISCONNECTED")),
    );
  return new Set(closed.map(({ id }) => id));
}

async function store(
  tenant: Tenant,
  scored: ScoredRecord[],
  known: ReadonlyMap<string, string>,
  times: { submittedAt: BusinessTime; now: BusinessTime },
): Promise<void> {
  if (scored.length === 0) return;
  const unseen = scored
    .map(({ record }) => record.merchantIdentity)
    .filter(({ merchantId }) => !known.has(merchantId))
    .map(({ merchantId: ref, businessName, businessType }) => ({
      thirdPartyCustomerId: ref,
      businessName,
      businessType,
    }));
  const given = { now: times.now, announcedAt: null, activatedAt: times.now };
  const made = unseen.length > 0 ? insertMerchants(tenant, unseen, given) : undefined;
  // Pipelined on one connection, which answers in the same order.
  const [inserted] = await Promise.all([made, storeRecords(tenant, scored, times)]);
  if (inserted && inserted.length < unseen.length) throw new Overtaken();
}

/** In the order in which the records were submitted. */
function inOrder(failures: ReadonlyMap<number, FieldError[]>, entries: readonly Entry[]): RecordError[] {
  const ids = new Map(entries.map(({ index, merchantId }) => [index, merchantId]));
  return [...failures]
    .sort(([one], [other]) => one - other)
    .flatMap(([index, errors]) => {
      const merchantId = ids.get(index) ?? "";
      const named = merchantId === "" ? { merchantId, index } : { merchantId };
      return errors.map(({ field, error }) => ({ field, error, ...named }));
    });
}
