import { startReceiver } from "#receiver";
import { api, type Json } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

export const deliveries = "test/developers/deliveries";

/** Has the marketplace's events go to an endpoint that fails until it is mended; some merchants are made meanwhile. */
export async function failingEndpoint({ client, run }: Marketplace, names: readonly string[]) {
  const endpoint = { broken: true };
  const receiver = await startReceiver<Json>({
    answer: (_, response) =>
      endpoint.broken ? response.writeHead(500).end("TypeError: order is undefined") : response.end("thanks"),
  });
  await client.ask("PUT", `${api}/webhook`, { body: { url: receiver.url } });
  for (const name of names) await merchantOf(client, name).create();
  await run();
  return { receiver, mend: () => Object.assign(endpoint, { broken: false }) };
}
