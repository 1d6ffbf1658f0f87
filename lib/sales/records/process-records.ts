import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { connections, merchants } from "@/db/schema/merchants";
import { inReach, ownedBy } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import type { Tenant } from "@/lib/kernel/actor";
import type { FieldError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { activateConnections } from "@/lib/merchants/merchants/activate-connection";
import { insertMerchants } from "@/lib/merchants/merchants/insert-merchant";
import { largestPrincipal } from "@/lib/parties/lenders/queries";
import type { MerchantRecord, Part } from "@/lib/terms/merchant-data/schema";
import type { Flags } from "@/lib/terms/scoring/account-flags";
import type { Limits } from "@/lib/terms/scoring/limits";
import { arrangeBatch, duplicateInBatch, type Entry } from "./arrange-batch";
import { assessRecord } from "./assess-record";
import type { RecordError } from "./batch-schema";
import { carryOver, conductOf } from "./carry-over";
import { type CheckedRecord, checkRecord } from "./check-record";
import { sourcesOf } from "./complete-records";
import { earlierParts, type Incomplete, type Shared } from "./earlier-parts";
import { flagsInEffect } from "./flags-in-effect";
import { Overtaken } from "./retry-overtaken";
import { missingParts } from "./shared-parts";
import { type StoredRecord, storedRecord, storeRecords } from "./store-records";
import type { SubmissionScope } from "./submission-scope";
import { takeTurns } from "./turns";

/** Records in one statement: many share its cost, few let the database begin while others are prepared. */
const storedAtOnce = 50;

const notConsented = "Merchant has not consented";

const idField = "merchantIdentity.merchantId";

export type Processed = { errors: RecordError[]; failed: number; processedMerchantIds: string[] };

/**
 * Inside the current transaction. Records are checked while the database looks up what is known of merchants, and
 * prepared while it stores others; all of that shares the event loop. @throws Overtaken to be retried; see
 * `retryOvertaken`.
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
  const todo = [...entries, ...unnamed];
  const turn = takeTurns();
  const { known, checks } = await meanwhile(loadKnown(reach, entries, submittedAt, turn), todo, submittedAt, turn);
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
  let ready: Ready[] = [];
  const send = () => {
    const stored = store(tenant, ready, { submittedAt, now });
    // It is awaited below; a failure before that must not count as an unhandled rejection.
    stored.catch(() => {});
    storing.push(stored);
    ready = [];
  };

  for (const entry of todo) {
    const checked = refusedOr(checks.get(entry) ?? checkRecord(entry.raw, submittedAt), entry, known);
    if ("errors" in checked) failures.set(entry.index, checked.errors);
    else {
      ready.push(prepare(entry, checked.record, known, submittedAt));
      done.push(entry);
    }
    if (ready.length === storedAtOnce) send();
    if (turn.isOver()) await turn.next();
  }
  send();
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

type Checks = ReadonlyMap<Entry, CheckedRecord>;
type Turns = ReturnType<typeof takeTurns>;

async function meanwhile(
  loading: Promise<Known>,
  entries: readonly Entry[],
  submittedAt: BusinessTime,
  turn: Turns,
): Promise<{ known: Known; checks: Checks }> {
  const checks = new Map<Entry, CheckedRecord>();
  let over = false;
  const end = () => {
    over = true;
  };
  loading.then(end, end);
  for (const entry of entries) {
    if (over) break;
    checks.set(entry, checkRecord(entry.raw, submittedAt));
    if (turn.isOver()) await turn.next();
  }
  return { known: await loading, checks };
}

function refusedOr(checked: CheckedRecord, { merchantId }: Entry, known: Known): CheckedRecord {
  if ("errors" in checked) return checked;
  if (merchantId === "") return { errors: [{ field: idField, error: "Is required" }] };
  if (!known.closed.has(merchantId)) return checked;
  return { errors: [{ field: idField, error: "The merchant is disconnected" }] };
}

type Ready = { stored: StoredRecord; unseen: NewMerchant | null };
type NewMerchant = Parameters<typeof insertMerchants>[1][number];

function prepare({ merchantId: ref }: Entry, record: MerchantRecord, known: Known, submittedAt: BusinessTime): Ready {
  const { submissionId = newId("submission"), shared } = known.earlier.get(ref) ?? {};
  const completed = carryOver(record, submittedAt, sourcesOf(shared ?? new Map()));
  const flags = known.flags.get(ref) ?? null;
  const given = { submittedAt, flags, carried: completed.carried, maxima: known.maxima };
  const assessed = assessRecord(completed.record, given);
  const before = known.ids.get(ref);
  const merchantId = before ?? newId("merchant");
  const { businessName, businessType } = record.merchantIdentity;
  const unseen = before ? null : { id: merchantId, thirdPartyCustomerId: ref, businessName, businessType };
  return { stored: storedRecord({ merchantId, submissionId }, record, assessed), unseen };
}

async function store(
  tenant: Tenant,
  ready: readonly Ready[],
  times: { submittedAt: BusinessTime; now: BusinessTime },
): Promise<void> {
  if (ready.length === 0) return;
  const unseen = ready.flatMap(({ unseen }) => unseen ?? []);
  const given = { now: times.now, announcedAt: null, activatedAt: times.now };
  // Pipelined on one connection, which answers in the same order.
  const [made, stored] = await Promise.allSettled([
    unseen.length > 0 ? insertMerchants(tenant, unseen, given) : [],
    storeRecords(
      tenant,
      ready.map(({ stored }) => stored),
      times,
    ),
  ]);
  if (made.status === "rejected") throw made.reason;
  // Then the records have failed as well, for want of that merchant.
  if (made.value.length < unseen.length) throw new Overtaken();
  if (stored.status === "rejected") throw stored.reason;
}

type Known = {
  ids: Map<string, string>;
  closed: Set<string>;
  flags: Map<string, Flags>;
  earlier: Map<string, Earlier>;
  maxima: Omit<Limits, "externalDebt">;
};

type Earlier = { submissionId?: string; shared?: ReadonlyMap<Part, Shared> };

const knownRow = z.strictObject({ id: z.string(), ref: z.string() });

async function loadKnown(
  reach: Reach,
  entries: readonly Entry[],
  submittedAt: BusinessTime,
  turn: Turns,
): Promise<Known> {
  const refs = entries.map(({ merchantId }) => merchantId);
  // Locked before the flags are read: a flag reported from now on waits, and rescores after us.
  const rows = await rowsOf(knownRow)`
    select ${merchants.id} as id, ${merchants.thirdPartyCustomerId} as ref from ${merchants}
    where ${inReach(merchants, reach)} and ${merchants.thirdPartyCustomerId} = any(${sql.param(refs)}::text[])
    order by ${merchants.id} for no key update of ${merchants}`;
  const raw = new Map(entries.map((entry) => [entry.merchantId, entry.raw]));
  const incomplete: (Incomplete & { groups: object })[] = [];
  for (const { id, ref } of rows) {
    const record = raw.get(ref);
    const groups = typeof record === "object" && record !== null ? record : null;
    const missing = groups ? missingParts(groups) : [];
    incomplete.push({ merchantId: id, submissionId: newId("submission"), submittedAt, missing, groups: groups ?? {} });
    if (turn.isOver()) await turn.next();
  }
  const [closed, maxima, shared] = await Promise.all([
    // Read after the locks are held: who was disconnected while we waited for them is.
    disconnectedAmong(reach, rows),
    maximaOf(reach),
    earlierParts(incomplete),
  ]);
  const conduct = incomplete.map(({ merchantId, groups }, i) => {
    return { merchantId, submittedAt, conductAsOf: conductOf(groups, submittedAt, shared[i] ?? new Map()) };
  });
  const inEffect = await flagsInEffect(conduct);
  return {
    ids: new Map(rows.map(({ id, ref }) => [ref, id])),
    closed: new Set(rows.filter(({ id }) => closed.has(id)).map(({ ref }) => ref)),
    earlier: new Map(rows.map(({ ref }, i) => [ref, { ...incomplete[i], shared: shared[i] }])),
    flags: new Map(rows.flatMap(({ ref }, i) => (inEffect[i] ? [[ref, inEffect[i]]] : []))),
    maxima,
  };
}

async function maximaOf({ tenant }: Reach): Promise<Known["maxima"]> {
  const [[marketplace], lenderMax] = await Promise.all([
    db()
      .select({ most: marketplaces.maximumLendingCap })
      .from(marketplaces)
      .where(eq(marketplaces.id, tenant.marketplaceId)),
    largestPrincipal(tenant.environment),
  ]);
  return { marketplaceMax: marketplace?.most ?? null, lenderMax };
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
