import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";
import { second } from "@/lib/kernel/calendar";
import { decrypt } from "@/lib/kernel/crypto";
import { paystackAddress } from "@/lib/kernel/env";
import { processWide } from "@/lib/kernel/process-wide";
import { newPatience, type Patience } from "@/lib/platform/providers/asking/patience";
import { type BankProvider, bankProvider } from "@/lib/platform/providers/bank";
import { bankByHand, mandatesByHand } from "@/lib/platform/providers/by-hand";
import { withBureau } from "@/lib/platform/providers/identity";
import { type MandateProvider, mandateProvider } from "@/lib/platform/providers/mandate";
import { bankAtPaystack } from "@/lib/platform/providers/paystack/bank";
import type { ListedBank } from "@/lib/platform/providers/paystack/banks";
import { mandatesAtPaystack } from "@/lib/platform/providers/paystack/debit-desk";
import { paystackDesk } from "@/lib/platform/providers/paystack/desk";
import type { PaystackRail } from "@/lib/platform/providers/paystack/types";
import { findActiveRail, type Rail } from "./queries";

/** Of one question: all that an order asks has to end within the lease under which it is worked on (`db/due.ts`). */
const within = 10 * second;

type Ordered = { railId: string | null; environment: Environment };

/** Over which an order's money moves: its rail's, for good; without one the sandbox's, and live nobody's. */
export async function bankOver({ railId, environment }: Ordered): Promise<BankProvider> {
  const rail = railId ? await findRail(railId) : null;
  if (!rail && environment === "test") return bankProvider("test");
  const bank = rail ? (rail.kind === "BY_HAND" ? bankByHand : bankAtPaystack(atPaystack(rail))) : bankProvider("live");
  return environment === "live" ? withBureau(bank) : bank;
}

/** The same for mandates and debits. */
export async function mandatesOver({ railId, environment }: Ordered): Promise<MandateProvider> {
  if (!railId) return mandateProvider(environment);
  const rail = await findRail(railId);
  return rail.kind === "BY_HAND" ? mandatesByHand : mandatesAtPaystack(atPaystack(rail));
}

async function findRail(railId: string): Promise<Rail> {
  const [rail] = await db().select().from(rails).where(eq(rails.id, railId));
  if (!rail) throw new Error(`There is no rail ${railId}.`);
  return rail;
}

function atPaystack({ id, secretKey, integration, domain }: Rail): PaystackRail {
  if (secretKey === null) throw new Error(`The rail ${id} has no key.`);
  const key = decrypt("rails.secret_key", secretKey);
  return {
    key,
    integration: Number(integration),
    domain,
    within,
    patience: patienceWith(id),
    ...paystackAddress(),
  };
}

const patience = processWide("rails' patience", () => new Map<string, Patience>());

function patienceWith(railId: string): Patience {
  const known = patience.get(railId) ?? newPatience();
  patience.set(railId, known);
  return known;
}

/** The banks that a rail reaches; null: it does not say, or there is nobody to ask. */
export async function listBanksOver(railId: string): Promise<ListedBank[] | null> {
  const rail = await findRail(railId);
  return rail.kind === "BY_HAND" ? null : paystackDesk.listBanks(atPaystack(rail));
}

/** The same of a loan's lender, as they were some hours ago at most; null also where no provider is asked. */
export async function banksReachedFor(loan: {
  lenderId: string;
  environment: Environment;
}): Promise<ListedBank[] | null> {
  const railId = await railFor(loan);
  const rail = railId && (await findRail(railId));
  return rail && rail.kind !== "BY_HAND" ? paystackDesk.knownBanks(atPaystack(rail)) : null;
}

/** Whom to ask about accounts for a lender's money. */
export async function bankOfLender(lenderId: string, environment: Environment): Promise<BankProvider> {
  return bankOver({ railId: await railFor({ lenderId, environment }), environment });
}

/** What an order that is placed now goes over. */
export async function railFor(loan: { lenderId: string; environment: Environment }): Promise<string | null> {
  if (loan.environment === "test") return null;
  return (await findActiveRail(loan.lenderId))?.id ?? null;
}
