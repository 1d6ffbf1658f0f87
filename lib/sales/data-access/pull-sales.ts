import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { dataAccesses } from "@/db/schema/data-access";
import { tenantOf } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import type { BusinessTime, Clocks, RealTime } from "@/lib/kernel/time";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { confirmPull } from "./confirm-pull";
import { fetchRecord, TokenRejected } from "./fetch-record";
import { findSource, isOf, type Source } from "./find-source";
import { type Access, exchangeLease, exchangeTokens, freshTokens, TokensInUse } from "./fresh-tokens";
import { giveBackTokens } from "./give-back-tokens";
import { recordFailure } from "./pull-failure";
import { UpstreamError } from "./upstream-error";

/**
 * The server is asked outside any transaction; a worker that dies in between leaves the row to the next one. Gives back
 * what is left of a permission that has ended. Returns when it is due again, or null.
 */
export async function pullSales(
  accessId: string,
  now: BusinessTime,
  realNow: RealTime = clock.now(),
): Promise<BusinessTime | null> {
  const [access] = await db().select().from(dataAccesses).where(eq(dataAccesses.id, accessId));
  if (!access) return null;
  const clocks = { now, realNow };
  const source = await findSource(tenantOf(access));
  if (access.state !== "WAITING" && access.state !== "ACTIVE") return giveBackTokens(access, source, clocks);
  try {
    if (!isOf(source, access)) throw new UpstreamError("SOURCE_CHANGED", "the data source is another one now");
    return await confirmPull(access, await recordFor(access, source, clocks), clocks);
  } catch (error) {
    if (error instanceof UpstreamError) return recordFailure(access, error, clocks);
    if (error instanceof TokensInUse) return waitForExchange(access, now);
    throw error;
  }
}

/** A token that is not taken may have run out early: it is exchanged once. */
async function recordFor(access: Access, source: Source, { now, realNow }: Clocks): Promise<MerchantRecord> {
  const { tenant, dataUrl } = source;
  const tokens = await freshTokens(access, source, realNow);
  const { accessToken } = tokens;
  try {
    return await fetchRecord({ tenant, dataUrl, accessToken, now });
  } catch (error) {
    if (!(error instanceof TokenRejected) || !tokens.refreshToken) throw error;
    const renewed = await exchangeTokens(await again(access), source, realNow);
    return fetchRecord({ tenant, dataUrl, accessToken: renewed.accessToken, now });
  }
}

async function again({ id }: Access): Promise<Access> {
  const [access] = await db().select().from(dataAccesses).where(eq(dataAccesses.id, id));
  if (!access?.tokens) throw new TokensInUse();
  return access;
}

async function waitForExchange({ id }: Access, now: BusinessTime): Promise<BusinessTime> {
  const dueAt = later(now, exchangeLease);
  await db().update(dataAccesses).set({ dueAt, leasedUntil: null }).where(eq(dataAccesses.id, id));
  return dueAt;
}
