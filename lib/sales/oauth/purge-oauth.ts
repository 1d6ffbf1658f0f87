import { deleteOlder } from "@/db/delete-older";
import { oauthAccessTokens, oauthGrants } from "@/db/schema/oauth";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** How long expired rows are kept, so that late use is still recognised. */
const keep = day;

export async function purgeOAuth({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  const than = later(realNow, -keep);
  const tokens = await deleteOlder(oauthAccessTokens.expiresAt, than, limit);
  return Math.max(tokens, await deleteOlder(oauthGrants.expiresAt, than, limit));
}
