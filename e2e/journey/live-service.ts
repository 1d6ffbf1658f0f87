import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type postgres from "postgres";
import { api, type Client, createClient } from "@/e2e/client";
import { connect } from "@/e2e/database";
import { journeyTest } from "@/e2e/embed/journey-test";
import { freePort, type Instance, removeDataDir, startInstance, usedDataDir } from "@/e2e/instance";
import { signedWebhook } from "@/e2e/sign-webhook";
import { type addOperator, originsPath } from "@/e2e/staff";
import { paystackAt } from "@/test/paystack/remote";

const settings = "/api/marketplace-dashboard";

export const account = { bankCode: "058", number: "0123456789" };

/** The lender's account with the provider. */
const integration = 300_001;
const secretKey = "sk_live_5555555555555555555555555555555555555555";
/** As the provider's books call it. */
export const owner = `${integration} live`;

type Provider = { url: string; control: ReturnType<typeof paystackAt>; stop: () => Promise<void> };

/** A provider of payments in a process of its own, in which a merchant's mandate becomes active when a test says so. */
async function startProvider(): Promise<Provider> {
  const options = {
    keys: { [secretKey]: integration },
    now: new Date().toISOString(),
    settings: { activateAfter: null },
  };
  const child = fork("test/paystack/start.mjs", [JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, controlUrl }] = await once(child, "message");
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { url, control: paystackAt(controlUrl), stop };
}

type Service = { instance: Instance; provider: Provider };

/** A journey on an instance of its own, whose live lenders reach a provider that is no provider. */
export const liveTest = journeyTest.extend<{ baseURL: string | undefined }, { service: Service }>({
  service: [
    async ({ browserName: _ }, use) => {
      const dataDir = usedDataDir();
      const provider = await startProvider();
      const env = { TRUSTED_PROXIES: "127.0.0.1", PAYSTACK_URL: provider.url };
      const instance = await startInstance({ dataDir, port: await freePort(), env });
      await use({ instance, provider });
      await instance.stop();
      await provider.stop();
      removeDataDir(dataDir);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ service }, use) => use(service.instance.address),
  sql: [
    async ({ service }, use) => {
      const sql = connect(service.instance.dataDir);
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],
});

/** One of the operators, who asks over HTTP and at the terminal. */
export async function operatorOf({ address, dataDir }: Instance, signIn: Awaited<ReturnType<typeof addOperator>>) {
  const anyone = createClient({ address, secretKey: "" });
  const { accessToken } = await anyone.ask("POST", "/api/ops/login", { anonymous: true, body: signIn });
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", DATA_DIR: dataDir } as const;
  return {
    client: createClient({ address, secretKey: accessToken }),
    /** What the terminal shows of a command, all questions answered with yes. */
    says: async (...words: string[]) => {
      const line = ["scripts/operator.mjs", "--as", signIn.email, "--yes", ...words];
      const running = promisify(execFile)("node", line, { env });
      // Where the command asks for it.
      running.child.stdin?.end(`${signIn.password}\n`);
      return (await running).stdout;
    },
  };
}

export type OperatorAt = Awaited<ReturnType<typeof operatorOf>>;

/** All that a marketplace does before it asks to go live; what lenders do is missing. */
export async function readyForLive(staff: Client, test: Client, sql: postgres.Sql, marketplaceId: string) {
  await test.ask("POST", `${api}/test-helpers/scenarios/steady`);
  const { apiSecret } = await test.ask("POST", `${api}/api-secret/rotate`);
  await test.call("POST", "/api/v1/webhooks/marketplace/settlement", signedWebhook({ apiSecret, marketplaceId }, {}));
  await staff.ask("PUT", originsPath, { body: { test: [], live: ["https://shop.example"] } });
  const live = (path: string) => staff.ask("POST", `${settings}/${path}?environment=live`);
  const { secretKey } = await live("secret-keys");
  const secret = await live("api-secret/rotate");
  await staff.ask("PUT", `${settings}/webhook?environment=live`, { body: { url: "https://hooks.shop.example/" } });
  // Nobody answers at that address.
  await sql`update webhook_endpoints set answered_at = now()
    where marketplace_id = ${marketplaceId} and environment = 'live'`;
  return { secretKey: secretKey as string, apiSecret: secret.apiSecret as string };
}

/** A live lender for everybody, with a rail of its own that two operators agreed on. */
export async function addLenderWithoutRail({ client }: OperatorAt): Promise<string> {
  const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 };
  const product = { riskTier: "A", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 };
  const body = { environment: "live", name: "Harmattan Credit", ...limits, products: [product] };
  return (await client.ask("POST", "/api/lenders", { body })).id;
}

type Two = [OperatorAt, OperatorAt];

export async function giveRail(lenderId: string, two: Two): Promise<void> {
  const body = { kind: "PAYSTACK", secretKey, reason: "As agreed with the lender." };
  await byTwo(two, "PUT", `/api/lenders/${lenderId}/rail`, body);
}

/** A rail of people, who enter at the bank what is to be paid from an account of the lender. */
export async function giveRailByHand(lenderId: string, two: Two): Promise<void> {
  const reason = "As agreed with the lender.";
  const path = `/api/lenders/${lenderId}/accounts`;
  const number = { bankCode: "058", accountNumber: "3000000002", holder: "Harmattan Credit", collects: true };
  await byTwo(two, "POST", path, { ...number, reason });
  const { data } = await two[0].client.ask("GET", path);
  await byTwo(two, "PUT", `/api/lenders/${lenderId}/rail`, { kind: "BY_HAND", accountId: data[0].id, reason });
}

/** What one operator proposes and the other approves. */
export async function byTwo([first, second]: Two, method: string, path: string, body: object): Promise<void> {
  const { id, evidenceDigest } = await first.client.ask(method, path, { body });
  await second.client.ask("POST", `/api/ops/proposals/${id}/approve`, { body: { evidenceDigest } });
}
