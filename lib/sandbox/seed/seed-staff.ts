import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { randomText } from "@/lib/crypto";
import { readCredentials, storeCredentials } from "@/lib/sandbox/state";
import type { RealTime } from "@/lib/time";
import { createStaff } from "@/lib/users/create-staff";
import { insertUser } from "@/lib/users/insert-user";
import { hashPassword } from "@/lib/users/password";

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

/** Creates the sandbox's operator, who may do everything, if there is none yet. */
export async function seedOperator(realNow: RealTime): Promise<void> {
  await transaction(async () => {
    const credentials = await readCredentials();
    if (!credentials || credentials.operator) return;
    const [email, password] = ["operator@service.example", randomText(16)];
    const passwordHash = await hashPassword(password);
    const account = { kind: "operator", name: "Sandbox operator", email, passwordHash, operatorRole: "ADMIN" } as const;
    await insertUser(account, realNow);
    await storeCredentials({ ...credentials, operator: { email, password } });
  });
}
