import type postgres from "postgres";
import { anyAddress, createClient, type Exchange } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";
import { addHolder, addStaff } from "@/e2e/staff";

const connections = "/api/marketplace-connections";
const source = "/api/marketplace-dashboard/merchant-connections";

/** Every operation of connecting a marketplace from an account, rightly where no marketplace's server is needed. */
export async function useConnections(
  { client, exchanges, marketplaceId }: Marketplace,
  sql: postgres.Sql,
  address: string,
): Promise<void> {
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const login = async (path: string, body: object) => {
    const anyone = createClient({ address, secretKey: "nobody", onAnswer });
    const { accessToken } = await anyone.ask("POST", path, { anonymous: true, headers: anyAddress(), body });
    return createClient({ address, secretKey: accessToken, onAnswer });
  };
  const staff = await login("/api/marketplace-dashboard/login", await addStaff(sql, marketplaceId));
  const server = "https://shop.example";
  const body = { issuer: server, clientId: "financing", clientSecret: "a secret", dataUrl: `${server}/sales` };
  await staff.call("GET", source);
  await staff.ask("PUT", source, { body });
  await staff.call("PUT", source, { body: { ...body, issuer: "http://10.0.0.1" } });
  await staff.ask("GET", source);

  const shop = { thirdPartyCustomerId: "connected", businessName: "Bodija Fabrics" };
  const contact = { email: "shop@bodija.example", phoneNumber: "+2348031234567" };
  const made = await client.ask("POST", "/api/v1/marketplace-api/merchants", { body: { ...shop, ...contact } });
  const holder = await login("/api/merchants/auth/login", await addHolder(sql, made.merchantId));
  await holder.ask("GET", `${connections}/available?environment=test&limit=1`);
  await holder.ask("GET", `${connections}/catalog?environment=test`);
  await holder.call("GET", `${connections}/catalog?limit=0`);
  await holder.ask("GET", `${connections}/catalog/${marketplaceId}?environment=test`);
  await holder.call("GET", `${connections}/catalog/${marketplaceId}?environment=live`);
  for (const wrong of ["{", {}, { marketplaceId, environment: "live" }])
    await holder.call("POST", connections, { body: wrong });
  for (const query of ["", "?state=unknown&code=unknown"])
    await holder.call("GET", `${connections}/oauth/callback${query}`);
  await holder.ask("GET", connections);
  await holder.ask("GET", `${connections}/${made.connectionId}/status`);
  await staff.ask("DELETE", source);
  await staff.call("DELETE", source);
  await holder.call("PUT", `${connections}/${made.connectionId}/credentials`);
  await holder.ask("DELETE", `${connections}/${made.connectionId}`);
  await holder.call("GET", `${connections}/con_nothing/status`);
}
