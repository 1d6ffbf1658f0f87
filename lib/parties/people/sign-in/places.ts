import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { signInPlaces } from "@/db/schema/users";
import { keyedDigest } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { userOfPass } from "@/lib/platform/messages/mails/account-links";
import { coarseAgent } from "./coarse-agent";

export type From = {
  /** Shown to the account's owner. */
  address: string;
  /** What of the address stands for its holder. */
  network: string;
  userAgent: string;
  device: string | null;
  /** From a mail about failed attempts. */
  pass?: string | undefined;
};

function digestsOf(userId: string, { device, network, userAgent }: From): string[] {
  const digest = (...what: string[]) => keyedDigest("sign-in-place", JSON.stringify([userId, ...what]));
  return [...(device ? [digest("device", device)] : []), digest("network", network, coarseAgent(userAgent))];
}

/** The pass comes first: who has used up a known place, or shares its network with one who has, gets in by mail. */
export async function knownPlace(userId: string, from: From, realNow: RealTime): Promise<string | null> {
  const pass = from.pass && userOfPass(from.pass, realNow) === userId ? keyedDigest("sign-in-pass", from.pass) : null;
  const places = digestsOf(userId, from);
  const rows = await db()
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(and(eq(signInPlaces.userId, userId), inArray(signInPlaces.place, places)));
  // The browser itself first: who shares its network must not use up its attempts.
  return pass ?? places.find((place) => rows.some((row) => row.place === place)) ?? null;
}

/** Remembers where a user has signed in from. @returns whether it is a new place; the first ever is none. */
export async function rememberPlace(userId: string, from: From, realNow: RealTime): Promise<boolean> {
  const places = digestsOf(userId, from);
  const before = await db()
    .select({ place: signInPlaces.place })
    .from(signInPlaces)
    .where(eq(signInPlaces.userId, userId));
  await db()
    .insert(signInPlaces)
    .values(places.map((place) => ({ userId, place, lastAt: realNow })))
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.place], set: { lastAt: sql`excluded.last_at` } });
  return before.length > 0 && !before.some(({ place }) => places.includes(place));
}
