import { and, eq, gte, inArray, lt, type SQL } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { unlessLocked } from "@/db/lock-session";
import { rowsOf } from "@/db/rows";
import { idempotentAnswers } from "@/db/schema/operations";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Caller, Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { decrypt, encrypt, keyedDigests } from "@/lib/kernel/crypto";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { processWide } from "@/lib/kernel/process-wide";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";

/** How long an answer is kept for repeated requests. */
const idempotencyWindow = day;

const purpose = "idempotent_answers.body";
const digestPurpose = "idempotency";

type Answer = { status: number; body: string };
type Replayable = Answer & { replayed: boolean };
type Keyed = {
  tenant: Tenant;
  method: string;
  /** What the key belongs to, within tenant and method: the operation and what it is about. */
  path: string;
  /** The same as written by versions that went by the address alone. Their answers are kept for a day at most. */
  formerPath?: string;
  key: string;
  /** The parsed JSON, if the body is JSON. */
  sent?: unknown;
  body: Uint8Array;
  realNow: RealTime;
  /** The work runs in several transactions of its own: it commits first, its answer afterwards. */
  nonTransactional?: boolean;
};

/**
 * Runs a request at most once for its Idempotency-Key. The work and its answer commit in one transaction, except when
 * it is `nonTransactional`: then a process that dies midway leaves no answer, and a repeated request does the work
 * again.
 *
 * @param work returns the answer. Errors are not stored and, unless the work is `nonTransactional`, undo it.
 */
export async function once(request: Keyed, work: () => Promise<Answer>): Promise<Replayable> {
  return request.nonTransactional ? onceNonTransactional(request, work) : onceInTransaction(request, work);
}

const lockRow = z.strictObject({ held: z.boolean() });

async function onceInTransaction(request: Keyed, work: () => Promise<Answer>): Promise<Replayable> {
  return transaction(async () => {
    const [lock] = await rowsOf(lockRow)`
      select pg_try_advisory_xact_lock(hashtextextended(${lockName(request)}, 0)) as held`;
    if (!lock?.held) throw inProgress();
    return answered(request, work);
  });
}

/** Keys whose non-transactional work this process is doing. */
const underWay = processWide("non-transactional-requests", () => new Set<string>());

async function onceNonTransactional(request: Keyed, work: () => Promise<Answer>): Promise<Replayable> {
  const name = lockName(request);
  if (underWay.has(name)) throw inProgress();
  underWay.add(name);
  try {
    const replayable = await unlessLocked(name, () => answered(request, work));
    if (!replayable) throw inProgress();
    return replayable;
  } finally {
    underWay.delete(name);
  }
}

/** The stored answer, or else that of the work. The caller holds the key's lock. */
async function answered(request: Keyed, work: () => Promise<Answer>): Promise<Replayable> {
  const { tenant, method, path, key, realNow } = request;
  const expired = lt(idempotentAnswers.createdAt, later(realNow, -idempotencyWindow));
  await db()
    .delete(idempotentAnswers)
    .where(and(rowOf(request), expired));
  const stored = await storedAnswer(request);
  if (stored) return stored;
  const answer = await work();
  await db()
    .insert(idempotentAnswers)
    .values({
      ...ownedBy(tenant),
      method,
      path,
      key,
      fingerprint: fingerprintsOf(request)[0] ?? "",
      status: answer.status,
      body: encrypt(purpose, answer.body),
      createdAt: realNow,
    });
  return { ...answer, replayed: false };
}

/** The answer stored for a request, which does not need the key's lock. */
export async function storedAnswer(request: Keyed): Promise<Replayable | undefined> {
  const fresh = gte(idempotentAnswers.createdAt, later(request.realNow, -idempotencyWindow));
  const [stored] = await db()
    .select()
    .from(idempotentAnswers)
    .where(and(rowOf(request), fresh));
  if (!stored) return undefined;
  if (![...fingerprintsOf(request), ...keyedDigests(digestPurpose, request.body)].includes(stored.fingerprint))
    throw new CodedError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was already used with a different body.");
  return { status: stored.status, body: decrypt(purpose, stored.body), replayed: true };
}

function rowOf({ tenant, method, path, formerPath = path, key }: Keyed): SQL | undefined {
  return inTenant(
    idempotentAnswers,
    tenant,
    eq(idempotentAnswers.method, method),
    inArray(idempotentAnswers.path, [path, formerPath]),
    eq(idempotentAnswers.key, key),
  );
}

function lockName({ tenant, method, path, key }: Keyed): string {
  return `idempotency ${tenant.marketplaceId} ${tenant.environment} ${method} ${path} ${key}`;
}

/** The same JSON is the same body, whatever the order of its keys and however its numbers and spaces are written. */
function fingerprintsOf({ sent, body }: Keyed): string[] {
  return keyedDigests(digestPurpose, sent === undefined ? body : canonicalJson(sent));
}

function inProgress(): CodedError {
  return new CodedError("IDEMPOTENCY_IN_PROGRESS", "The first request with this key has not finished yet.", {
    retryAfterSeconds: 1,
  });
}

function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField("Idempotency-Key", "Must be 1 to 255 printable ASCII characters without spaces");
  }
  return key;
}

type Asked = {
  actor: Caller | null;
  request: Request;
  operation: { operationId: string; idempotent?: boolean | "nonTransactional" };
  params: Record<string, string>;
  sent: unknown;
  bytes: Uint8Array;
  realNow: RealTime;
};

/** If the operation takes one: a merchant is the same by either of its ids, an address the same however written. */
export async function keyedRequest(asked: Asked): Promise<Keyed | undefined> {
  const { actor, request, operation, params, sent, bytes, realNow } = asked;
  // What belongs to no tenant takes no key: there is nowhere to keep its answer.
  if (!operation.idempotent || !actor || !("tenant" in actor)) return undefined;
  const key = idempotencyKey(request.headers);
  if (!key) return undefined;
  const about = Object.entries(params).map(([name, value]) => (name === "ref" ? merchantOf(actor, value) : value));
  // Merchants of one marketplace call the same paths: one must never get another's stored answer.
  const own = actor.kind === "embedToken" || actor.kind === "merchantUser" ? [actor.merchantId] : [];
  const path = JSON.stringify([operation.operationId, ...(await Promise.all(about)), ...own]);
  return {
    tenant: actor.tenant,
    method: request.method,
    path,
    formerPath: [new URL(request.url).pathname, ...own].join(" "),
    key,
    sent,
    body: bytes,
    realNow,
    nonTransactional: operation.idempotent === "nonTransactional",
  };
}

/** The service's id of a merchant; the name as it is when there is none, so that the verb says so. */
async function merchantOf(actor: Actor, ref: string): Promise<string> {
  if (isId("merchant", ref)) return ref;
  try {
    return (await findMerchant(reachOf(actor), ref)).merchantId;
  } catch (error) {
    if (error instanceof CodedError && error.code === "NOT_FOUND") return ref;
    throw error;
  }
}
