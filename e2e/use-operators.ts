import { createClient, type Exchange } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";

const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 };
const product = { riskTier: "B", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 };

/** Every operation of the service's own staff, rightly and wrongly, as the sandbox's operator. */
export async function useOperators({ exchanges }: Marketplace, address: string): Promise<void> {
  const { operator } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const anyone = createClient({ address, secretKey: "nobody", onAnswer });
  for (const body of ["{", {}, { ...operator, password: "another password" }]) {
    await anyone.call("POST", "/api/ops/login", { anonymous: true, body });
  }
  const { accessToken } = await anyone.ask("POST", "/api/ops/login", { anonymous: true, body: operator });
  const client = createClient({ address, secretKey: accessToken, onAnswer });
  // Nobody in the sandbox lends or borrows in live.
  const body = { environment: "live", name: "Harmattan Credit", ...limits, products: [product] };
  const { id } = await client.ask("POST", "/api/lenders", { body });
  for (const wrong of ["{", {}, { ...body, products: [{}] }])
    await client.call("POST", "/api/lenders", { body: wrong });
  await client.ask("GET", "/api/lenders?environment=live&limit=1");
  for (const path of ["/api/lenders?limit=0", "/api/lenders/lnd_nothing"]) await client.call("GET", path);
  await client.ask("GET", `/api/lenders/${id}`);
  await client.ask("PATCH", `/api/lenders/${id}`, { body: { maximumPrincipal: 3_000_000 } });
  await client.call("PATCH", `/api/lenders/${id}`, { body: { maximumPrincipal: 1 } });
  await client.ask("DELETE", `/api/lenders/${id}`);
  await client.call("PATCH", `/api/lenders/${id}`, { body: { name: "Back" } });
  for (const method of ["GET", "POST"])
    await anyone.call(method, "/api/lenders", { body: method === "POST" ? {} : undefined });
}
