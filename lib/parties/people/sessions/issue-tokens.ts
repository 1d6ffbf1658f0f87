import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { accountSessions, refreshTokens } from "@/db/schema/accounts";
import { accountTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { later, second } from "@/lib/kernel/calendar";
import { randomText, sha256, withChecksum } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import type { SessionTokens } from "@/lib/parties/people/account-schema";
import { refreshTokenSeconds } from "@/lib/terms/accounts";

type Session = Pick<typeof accountSessions.$inferSelect, "id" | "userId" | "epoch">;

/** Of the refresh token only the digest is stored; its prefix tells people, and scanners, what they have found. */
export async function issueTokens({ id, userId, epoch }: Session, realNow: RealTime): Promise<SessionTokens> {
  const refreshToken = withChecksum(`mrt_${randomText(32)}`);
  const expiresAt = later(realNow, refreshTokenSeconds * second);
  await db()
    .insert(refreshTokens)
    .values({ digest: sha256(refreshToken), sessionId: id, expiresAt });
  await db().update(accountSessions).set({ lastUsedAt: realNow, expiresAt }).where(eq(accountSessions.id, id));
  return {
    accessToken: await mintToken(accountTokens, userId, { epoch, session: id }, realNow),
    tokenType: "Bearer",
    expiresIn: accountTokens.seconds,
    refreshToken,
    refreshExpiresIn: refreshTokenSeconds,
    sessionId: id,
  };
}
