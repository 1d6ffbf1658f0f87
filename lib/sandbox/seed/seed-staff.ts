import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { randomText } from "@/lib/crypto";
import { readCredentials, storeCredentials } from "@/lib/sandbox/state";
import type { RealTime } from "@/lib/time";
import { createStaff } from "@/lib/users/create-staff";

/** Creates the demo marketplace's owner, who logs in to the dashboard, if there is none yet. */
export async function seedStaff(actor: Actor, realNow: RealTime): Promise<void> {
  await transaction(async () => {
    const credentials = await readCredentials();
    if (!credentials || credentials.dashboard) return;
    const dashboard = { email: "owner@demo-market.example", password: randomText(16) };
    await createStaff({ actor, input: { ...dashboard, name: "Dayo Balogun", role: "OWNER" }, realNow });
    await storeCredentials({ ...credentials, dashboard });
  });
}
