import type { Tenant } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { checkRecord } from "@/lib/sales/records/check-record";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { askServer } from "./ask-server";
import { UpstreamError } from "./upstream-error";

const recordLimit = 1024 * 1024;

/** The token was not taken: it may have run out, or the permission is gone. */
export class TokenRejected extends UpstreamError {}

/** The record of whoever the access token is of. @throws TokenRejected, UpstreamError */
export async function fetchRecord(call: {
  tenant: Tenant;
  dataUrl: string;
  accessToken: string;
  now: BusinessTime;
}): Promise<MerchantRecord> {
  const { tenant, dataUrl: url, accessToken, now } = call;
  const headers = { accept: "application/json", authorization: `Bearer ${accessToken}` };
  const answer = await askServer(tenant, { method: "GET", url, headers }, recordLimit);
  const { status } = answer;
  if (status === 401) throw new TokenRejected("ACCESS_REVOKED", "the record: 401, the access token is not taken");
  if (status === 404) throw new UpstreamError("NO_RECORD", "the record: 404");
  if (status !== 200) throw new UpstreamError("SERVER_ERROR", `the record: ${status}`);
  const checked = checkRecord(parsed(await answer.text()), now);
  if ("record" in checked) return checked.record;
  const faults = checked.errors.slice(0, 3).map(({ field, error }) => `${field}: ${error}`);
  throw new UpstreamError("NOT_UNDERSTOOD", `the record is not valid. ${faults.join("; ")}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("NOT_UNDERSTOOD", "the record is no JSON");
  }
}
