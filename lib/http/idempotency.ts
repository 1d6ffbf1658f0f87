import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { db, outsideTransaction, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { idempotentAnswers } from "@/db/schema/operations";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { day, later } from "@/lib/clock";
import { decrypt, encrypt, keyedDigest } from "@/lib/crypto";
import { CodedError, invalidField } from "@/lib/errors";

/** How long an answer is kept for repetition. */
const idempotencyWindow = day;

const purpose = "idempotent_answers.body";

type Answer = { status: number; body: string };
type Keyed = {
  tenant: Tenant;
  method: string;
  path: string;
  key: string;
  body: Uint8Array;
  now: Date;
  /** The work is many transactions of its own: it commits by itself, and its answer after it. */
  apart?: boolean;
};

// Work that is apart takes connections while another one holds its key: were many keys held at once, none would be left to
// finish any of the work. So each process has but a few in hand, and the others wait without a connection.
let placesLeft = 2;
const waiting: (() => void)[] = [];

async function inPlace<T>(work: () => Promise<T>): Promise<T> {
  if (placesLeft > 0) placesLeft -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else placesLeft += 1;
  }
}

/**
 * Runs a request at most once for its Idempotency-Key. The work and its answer commit in one transaction, so there is
 * no moment at which the one exists without the other, however the process ends; unless the work is `apart`: then a
 * process that dies in the middle of it leaves no answer, and a repetition does it again.
 *
 * @param work answers, or throws: what is thrown is not remembered and undoes the work.
 * @throws CodedError IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS
 */
export async function once(request: Keyed, work: () => Promise<Answer>): Promise<Answer & { replayed: boolean }> {
  const run = () => onceOf(request, work);
  return request.apart ? inPlace(run) : run();
}

const lockRow = z.strictObject({ held: z.boolean() });

async function onceOf(request: Keyed, work: () => Promise<Answer>): Promise<Answer & { replayed: boolean }> {
  const { tenant, method, path, key, now } = request;
  const fingerprint = keyedDigest("idempotency", request.body);
  const mine = inTenant(
    idempotentAnswers,
    tenant,
    eq(idempotentAnswers.method, method),
    eq(idempotentAnswers.path, path),
    eq(idempotentAnswers.key, key),
  );
  return transaction(async () => {
    const name = `idempotency ${tenant.marketplaceId} ${tenant.environment} ${method} ${path} ${key}`;
    const [lock] = await rowsOf(lockRow)`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`;
    if (!lock?.held) {
      throw new CodedError("IDEMPOTENCY_IN_PROGRESS", "The first request with this key has not finished yet.", {
        retryAfterSeconds: 1,
      });
    }
    await db()
      .delete(idempotentAnswers)
      .where(and(mine, lt(idempotentAnswers.createdAt, later(now, -idempotencyWindow))));
    const [stored] = await db().select().from(idempotentAnswers).where(mine);
    if (stored) {
      if (stored.fingerprint !== fingerprint) {
        throw new CodedError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was sent before with another body.");
      }
      return { status: stored.status, body: decrypt(purpose, stored.body), replayed: true };
    }
    const answer = await (request.apart ? outsideTransaction(work) : work());
    await db()
      .insert(idempotentAnswers)
      .values({
        ...ownedBy(tenant),
        method,
        path,
        key,
        fingerprint,
        status: answer.status,
        body: encrypt(purpose, answer.body),
        createdAt: now,
      });
    return { ...answer, replayed: false };
  });
}

/**
 * The key of a request, if it carries one.
 * @throws CodedError VALIDATION_FAILED when it is not 1 to 255 printable ASCII characters.
 */
export function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidField("Idempotency-Key", "Must be 1 to 255 printable ASCII characters without spaces");
  }
  return key;
}
