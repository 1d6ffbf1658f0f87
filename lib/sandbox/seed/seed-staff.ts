import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { createStaff } from "@/lib/parties/people/create-staff";
import { insertUser } from "@/lib/parties/people/insert-user";
import { hashPassword } from "@/lib/parties/people/password/password";
import { readCredentials, storeCredentials } from "@/lib/sandbox/test-helpers/state";

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

const operators = {
  operator: { name: "Sandbox operator", email: "operator@service.example" },
  // Decides what the first has proposed.
  secondOperator: { name: "Second sandbox operator", email: "second-operator@service.example" },
} as const;

/** Creates the sandbox's operators, who may do everything, if they are not there yet. */
export async function seedOperators(realNow: RealTime): Promise<void> {
  for (const which of ["operator", "secondOperator"] as const) {
    await transaction(async () => {
      const credentials = await readCredentials();
      if (!credentials || credentials[which]) return;
      const [named, password] = [operators[which], randomText(16)];
      const passwordHash = await hashPassword(password);
      await insertUser({ kind: "operator", ...named, passwordHash, operatorRole: "ADMIN" }, realNow);
      await storeCredentials({ ...credentials, [which]: { email: named.email, password } });
    });
  }
}
