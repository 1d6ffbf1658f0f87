import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";
import { newId } from "@/lib/ids";
import type { RealTime } from "@/lib/time";
import { newSecretKey } from "./secret-key";

/** Issues a secret key. The key is returned only once; only its digest is stored. */
export async function issueSecretKey(input: {
  marketplaceId: string;
  environment: Environment;
  realNow: RealTime;
}): Promise<string> {
  const key = newSecretKey(input.environment);
  await db()
    .insert(secretKeys)
    .values({
      id: newId("secretKey"),
      marketplaceId: input.marketplaceId,
      environment: input.environment,
      digest: sha256(key),
      lastFour: key.slice(-4),
      createdAt: input.realNow,
    });
  return key;
}
