import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { sandboxState } from "@/db/schema/operations";
import { decrypt, encrypt } from "@/lib/crypto";

/** What the sandbox made at its first start and shows to whoever asks: it is reachable from this machine alone. */
export type SandboxCredentials = {
  marketplaceId: string;
  secretKey: string;
  webhookSecret: string;
  oauth?: { clientId: string; clientSecret: string };
  merchant?: { email: string; password: string };
};

const name = "credentials";
const purpose = "sandbox_state.value";

/** The demo marketplace's credentials, or null before the first start has finished. */
export async function readCredentials(): Promise<SandboxCredentials | null> {
  const [row] = await db().select().from(sandboxState).where(eq(sandboxState.name, name));
  return row ? (JSON.parse(decrypt(purpose, row.value)) as SandboxCredentials) : null;
}

/** Keeps the demo marketplace's credentials. */
export async function storeCredentials(credentials: SandboxCredentials): Promise<void> {
  const value = encrypt(purpose, JSON.stringify(credentials));
  await db()
    .insert(sandboxState)
    .values({ name, value })
    .onConflictDoUpdate({ target: sandboxState.name, set: { value } });
}
