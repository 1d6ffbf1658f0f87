import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { sandboxState } from "@/db/schema/operations";
import { decrypt, encrypt } from "@/lib/kernel/crypto";

/** Created at the sandbox's first start and shown to any caller: it is reachable only from this machine. */
export type SandboxCredentials = {
  marketplaceId: string;
  secretKey: string;
  webhookSecret: string;
  oauth?: { clientId: string; clientSecret: string };
  merchant?: { email: string; password: string };
  dashboard?: { email: string; password: string };
  operator?: { email: string; password: string };
  secondOperator?: { email: string; password: string };
};

type SignIn = { email: string; password: string };

/** The service as a client of the demo marketplace. */
export type DemoClient = { clientId: string; clientSecret: string; redirectUri: string };

/** The second marketplace: its key and whose sign-ins are shown, and how its receiver knows what is genuine. */
export type Showcase = {
  marketplaceId: string;
  /** None where it was made before its key was kept. */
  secretKey?: string;
  /** None before events are sent. */
  webhookSecret?: string;
  staff: { owner: SignIn; developer: SignIn; viewer: SignIn };
};

/** How far the showcase's past has been told. */
export type ShowcaseProgress = {
  /** When it is to end, in ISO 8601: the first start. */
  until: string;
  /** The week and, in it, the merchant that come next. */
  week: number;
  merchant: number;
  done: boolean;
};

/** A portfolio that `npm run fill` has begun. */
export type KeptPortfolio = {
  marketplaceId: string;
  lenderId: string;
  merchants: number;
  /** In ISO 8601: its rows are those of that moment. */
  begun: string;
  owner: SignIn;
  done: boolean;
};

const purpose = "sandbox_state.value";

/** The demo marketplace's credentials, or null before the first start has finished. */
export async function readCredentials(): Promise<SandboxCredentials | null> {
  return (await read("credentials")) as SandboxCredentials | null;
}

export async function storeCredentials(credentials: SandboxCredentials): Promise<void> {
  await store("credentials", credentials);
}

/** The origin that the last start registered for the demo's pages, or null when it was there already. */
export async function readDemoOrigin(): Promise<string | null> {
  return (await read("demo-origin")) as string | null;
}

/** Stores the origin this start registered, so the next one can tell it from a developer's. */
export async function storeDemoOrigin(origin: string | null): Promise<void> {
  await store("demo-origin", origin);
}

/** What the service signs in with at the demo marketplace's own OAuth server; null before it is seeded. */
export async function readDemoClient(): Promise<DemoClient | null> {
  return (await read("demo-client")) as DemoClient | null;
}

export async function storeDemoClient(client: DemoClient): Promise<void> {
  await store("demo-client", client);
}

export async function readShowcase(): Promise<Showcase | null> {
  return (await read("showcase")) as Showcase | null;
}

export async function storeShowcase(showcase: Showcase): Promise<void> {
  await store("showcase", showcase);
}

/** Null before anything has been told. */
export async function readShowcaseProgress(): Promise<ShowcaseProgress | null> {
  return (await read("showcase-progress")) as ShowcaseProgress | null;
}

export async function storeShowcaseProgress(progress: ShowcaseProgress): Promise<void> {
  await store("showcase-progress", progress);
}

/** By its seed; null where there is none. */
export async function readPortfolio(seed: number): Promise<KeptPortfolio | null> {
  return (await read(`portfolio-${seed}`)) as KeptPortfolio | null;
}

export async function storePortfolio(seed: number, portfolio: KeptPortfolio): Promise<void> {
  await store(`portfolio-${seed}`, portfolio);
}

async function read(name: string): Promise<unknown> {
  const [row] = await db().select().from(sandboxState).where(eq(sandboxState.name, name));
  return row ? JSON.parse(decrypt(purpose, row.value)) : null;
}

async function store(name: string, fact: unknown): Promise<void> {
  const value = encrypt(purpose, JSON.stringify(fact));
  await db()
    .insert(sandboxState)
    .values({ name, value })
    .onConflictDoUpdate({ target: sandboxState.name, set: { value } });
}
