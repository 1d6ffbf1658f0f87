import { GET as health } from "@/app/marketplace/data/health/route";
import { POST as token } from "@/app/oauth/token/route";
import { basic, call } from "@/test/call-route";

type Client = Parameters<typeof basic>[0];

/** Asks the token endpoint, as a client. */
export function askToken(client: Client, form: Record<string, string>) {
  return call(token, { form, headers: { authorization: basic(client) } });
}

/** A token of the marketplace's own. */
export async function ownToken(
  client: Client,
  scope = "data.share.sales data.read.score events.write",
): Promise<string> {
  const { json } = await askToken(client, { grant_type: "client_credentials", scope });
  return String(json.access_token);
}

/** Whether an access token is taken. */
export async function works(accessToken: unknown): Promise<boolean> {
  const { status } = await call(health, { key: String(accessToken), method: "GET" });
  return status === 200;
}
