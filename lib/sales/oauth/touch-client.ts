import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthClients } from "@/db/schema/oauth";
import type { RealTime } from "@/lib/kernel/time";
import { noteUse } from "@/lib/parties/marketplaces/note-use";

/** Which of a client's secrets was sent: the current one, or the previous one in its overlap. */
type Sent = { which: "current" | "previous"; digest: string };

/** Records that a client's secret is in use. */
export function touchClient(id: string, { which, digest }: Sent, realNow: RealTime): void {
  const used = which === "current" ? { lastUsedAt: realNow } : { previousLastUsedAt: realNow };
  // The same secret counts anew once it is the previous one.
  noteUse(`${which} ${digest}`, realNow, () => db().update(oauthClients).set(used).where(eq(oauthClients.id, id)));
}
