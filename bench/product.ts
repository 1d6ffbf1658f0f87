import { type Child, startChild } from "./child";

/** The built application under scripts/server.mjs, with the sandbox's marketplace in an otherwise empty database. */
export type Product = Child & {
  address: string;
  /** Headers with the marketplace's test key, and with an access token of its OAuth client. */
  keyed: Record<string, string>;
  tokened: Record<string, string>;
  marketplaceId: string;
  /** Asks for JSON and answers it. @throws Error when the answer is a refusal */
  json: <Answer>(path: string, headers: Record<string, string>, body?: unknown) => Promise<Answer>;
};

type Credentials = { marketplaceId: string; secretKey: string; oauth: { clientId: string; clientSecret: string } };

/** @param own environment of this server, where it is not this process's. @param nodeOptions of its process. */
export async function startProduct(
  own: { PORT?: string; DATABASE_URL?: string; DATA_DIR?: string } = {},
  nodeOptions: readonly string[] = [],
): Promise<Product> {
  const { PORT: port = process.env.PORT } = own;
  const address = `http://127.0.0.1:${port}`;
  // No measurement should end in 429.
  const rates = { RATE_READS: "100000000", RATE_WRITES: "100000000", RATE_BULK: "100000000" };
  const env = { SANDBOX: "on", SEED: "off", HOST: "127.0.0.1", BASE_URL: address, ...rates, ...own };
  const child = await startChild("scripts/server.mjs", { args: ["--migrate"], env, nodeOptions });
  const json = async <Answer>(path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> => {
    const sent = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(address + path, {
      method: sent === null ? "GET" : "POST",
      headers: { ...headers, ...(sent === null ? {} : { "content-type": "application/json" }) },
      body: sent,
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { marketplaceId, secretKey, oauth } = await json<Credentials>("/api/sandbox/credentials", {});
  return {
    ...child,
    address,
    json,
    marketplaceId,
    keyed: { authorization: `Bearer ${secretKey}` },
    tokened: { authorization: `Bearer ${await accessToken(address, oauth)}` },
  };
}

async function accessToken(address: string, { clientId, clientSecret }: Credentials["oauth"]): Promise<string> {
  const answer = await fetch(`${address}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  if (!answer.ok) throw new Error(`No access token: ${answer.status} ${await answer.text()}`);
  const { access_token } = await answer.json();
  return access_token;
}
