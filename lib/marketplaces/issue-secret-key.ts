import { db } from "@/db/client";
import { secretKeys } from "@/db/schema/marketplaces";
import type { Environment } from "@/lib/actor";
import { sha256 } from "@/lib/crypto";
import { newId } from "@/lib/ids";
import { shownEnd } from "@/lib/mask";
import type { RealTime } from "@/lib/time";
import { newSecretKey } from "./secret-key";

type Issue = { marketplaceId: string; environment: Environment; realNow: RealTime };

/** Issues a secret key. Only its digest is stored. */
export async function issueSecretKey({ marketplaceId, environment, realNow }: Issue): Promise<string> {
  const key = newSecretKey(environment);
  const stored = { digest: sha256(key), lastFour: shownEnd(key), createdAt: realNow };
  await db()
    .insert(secretKeys)
    .values({ id: newId("secretKey"), marketplaceId, environment, ...stored });
  return key;
}
