import type { AccountHolder, Actor, OperatorUser } from "@/lib/kernel/actor";
import type { Me } from "./me-schema";
import { findOperator, findStaff } from "./queries";
import { readProfile } from "./read-profile";
import { signedOut } from "./sessions/signed-out";

export type Person = Extract<Actor, { kind: "marketplaceUser" }> | OperatorUser | AccountHolder;

export async function readMe(person: Person): Promise<Me> {
  switch (person.kind) {
    case "accountHolder": {
      const { user, merchants } = await readProfile(person.userId);
      const { id, name, email } = user;
      return { kind: "merchant", user: { id, name, email }, role: null, marketplace: null, merchants };
    }
    case "operatorUser": {
      const operator = await findOperator(person.userId);
      if (!operator) throw signedOut();
      const { id, name, email, role } = operator;
      return { kind: "operator", user: { id, name, email }, role, marketplace: null, merchants: null };
    }
    case "marketplaceUser": {
      const staff = await findStaff(person.userId);
      if (!staff) throw signedOut();
      const { id, name, email, role, marketplaceId, marketplaceName, liveAt } = staff;
      const marketplace = { marketplaceId, name: marketplaceName, live: liveAt !== null };
      return { kind: "marketplace", user: { id, name, email }, role, marketplace, merchants: null };
    }
  }
}
