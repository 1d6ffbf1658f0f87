import { z } from "zod";
import { requireOutsideTransaction } from "@/db/client";
import { tenantOf } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { type ErrorCode, errorCodes } from "@/lib/kernel/error-codes";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { readClockAhead } from "@/lib/parties/marketplaces/queries";
import { readCredentials } from "@/lib/sandbox/test-helpers/state";
import { embedToken } from "@/lib/surfaces/journey/schema";
import { type MerchantStatus, merchantStatus } from "@/lib/surfaces/merchant-status/schema";
import { businessInfoOf, directorOf, merchantBody } from "@/lib/terms/fixtures/shop.mjs";
import { noteCall } from "./calls";
import { type DemoShop, demoShop, newMerchantRef, recordOfShop } from "./shop";

/** The demo marketplace's server calls over HTTP with its secret key, like any. Calls are noted for the demo page. */
type Asking = { ref: string; realNow: RealTime };

/** In milliseconds. */
const patience = 15_000;

/** Optionally with details that prefill the journey. Returns its id at the demo marketplace. */
export async function startMerchant(call: { prefilled: boolean; realNow: RealTime }): Promise<string> {
  const { prefilled, realNow } = call;
  const ref = newMerchantRef(randomText(10));
  const asking = { ref, realNow };
  const shop = await shopOf(ref, realNow);
  const known = merchantBody(ref, shop);
  await ask(asking, "POST", "/merchants", prefilled ? { ...known, ...shop.owner, industry: "RETAIL" } : known);
  await ask(asking, "POST", `${pathOf(ref)}/sales-data`, recordOfShop(shop));
  if (prefilled) {
    await ask(asking, "PUT", `${pathOf(ref)}/business-info`, businessInfoOf(shop));
    await ask(asking, "POST", `${pathOf(ref)}/directors`, { directors: [directorOf(shop)] });
  }
  return ref;
}

/** A token for a merchant's journey; a new one each time, as it is valid only for minutes. */
export async function mintToken(asking: Asking): Promise<string> {
  const answer = await ask(asking, "POST", `${pathOf(asking.ref)}/embed-tokens`);
  return embedToken.parse(answer).token;
}

export async function readMerchant(asking: Asking): Promise<MerchantStatus> {
  return merchantStatus.parse(await ask(asking, "GET", pathOf(asking.ref)));
}

/** The marketplace's own data about a merchant; its months follow the test data's clock. */
export async function shopOf(ref: string, realNow: RealTime): Promise<DemoShop> {
  return demoShop(ref, await demoTime(realNow));
}

/** What the clock of the demo marketplace's test data shows. */
export async function demoTime(realNow: RealTime): Promise<BusinessTime> {
  const { marketplaceId } = await credentials();
  return businessTime(realNow, await readClockAhead(tenantOf({ marketplaceId, environment: "test" })));
}

function pathOf(ref: string): string {
  return `/merchants/${encodeURIComponent(ref)}`;
}

/** Throws the error that the service responded with. */
async function ask({ ref, realNow }: Asking, method: string, path: string, body?: unknown): Promise<unknown> {
  requireOutsideTransaction(`${method} ${path} of the demo`);
  const { secretKey } = await credentials();
  const { baseUrl } = env();
  const note = (status: number | null) => noteCall(ref, { at: realNow.toISOString(), method, path, status });
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${baseUrl}/api/v1/marketplace-api${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
      cache: "no-store",
    });
    answer = await response.json();
  } catch {
    note(null);
    throw new CodedError("SERVICE_UNAVAILABLE", `The service does not answer at ${baseUrl}. Is BASE_URL right?`);
  }
  note(response.status);
  if (!response.ok) throw refusalIn(answer);
  return answer;
}

const problem = z.object({ code: z.enum(errorCodes), detail: z.string() });

function refusalIn(answer: unknown): CodedError {
  const { success, data } = problem.safeParse(answer);
  const code: ErrorCode = success ? data.code : "SERVICE_UNAVAILABLE";
  return new CodedError(code, success ? data.detail : "What answered is not the service. Is BASE_URL right?");
}

async function credentials() {
  const found = await readCredentials();
  if (!found) throw notFound("sandbox marketplace");
  return found;
}
