import type { Caller } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { clientAddress, networkOf } from "./client-address";
import { type Allowance, countFailure, type RateClass, spendAllowance, spendHere } from "./rate-limit";

/** What is asked for: an operation, or the service's word on what is none. */
type Asked = { rate: RateClass | null; operationId: string };

/**
 * Uses one unit of the allowance of whoever asks; without a class that of this process alone, which needs no database and
 * is each operation's own: a flood of one leaves the others.
 */
export async function spendFor(
  { rate, operationId }: Asked,
  actor: Caller | null,
  request: Request,
  realNow: RealTime,
): Promise<Allowance> {
  const holder = credentialOf(actor) ?? networkOf(clientAddress(request.headers));
  return rate ? spendAllowance(rate, holder, realNow) : spendHere("read", `${operationId} ${holder}`, realNow);
}

/** Whose allowance a request uses; without a credential it is the address's. */
function credentialOf(actor: Caller | null): string | undefined {
  if (actor?.kind === "secretKey") return actor.keyId;
  if (actor?.kind === "embedToken") return `embed:${actor.merchantId}`;
  if (actor?.kind === "marketplaceUser" || actor?.kind === "merchantUser") return actor.userId;
  if (actor?.kind === "accountHolder" || actor?.kind === "operatorUser") return actor.userId;
  if (actor?.kind === "webhook") return `webhook:${actor.tenant.marketplaceId}/${actor.tenant.environment}`;
  if (actor?.kind === "railProvider") return `rail:${actor.railId}`;
  return actor?.kind === "accessToken" ? actor.clientId : undefined;
}

/**
 * Counts a refusal: a 401 as failed authentication of its address, anything else in this process alone, since it may be
 * the database that is missing.
 * @returns the allowance, and by how many milliseconds to delay the answer
 */
export function countRefused(
  status: number,
  { rate, operationId }: Asked,
  request: Request,
  realNow: RealTime,
): { allowance: Allowance; delay: number } {
  const address = clientAddress(request.headers);
  if (status === 401) return countFailure(address, realNow);
  return { allowance: spendHere(rate ?? "read", `${operationId} ${networkOf(address)}`, realNow), delay: 0 };
}
