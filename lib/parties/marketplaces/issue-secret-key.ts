import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import type { RealTime } from "@/lib/kernel/time";
import { newSecretKey } from "./secret-key";

type Issue = { marketplaceId: string; environment: Environment; realNow: RealTime };

/** Issues a secret key. Only its digest is stored. */
export async function issueSecretKey(issue: Issue): Promise<string> {
  return (await insertSecretKey({ ...issue, name: null })).secretKey;
}

export async function insertSecretKey({ marketplaceId, environment, name, realNow }: Issue & { name: string | null }) {
  const secretKey = newSecretKey(environment);
  const row = {
    id: newId("secretKey"),
    marketplaceId,
    environment,
    name,
    lastFour: shownEnd(secretKey),
    createdAt: realNow,
  };
  await db()
    .insert(secretKeys)
    .values({ ...row, digest: sha256(secretKey) });
  return { ...row, secretKey };
}
