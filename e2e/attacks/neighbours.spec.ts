import { api } from "@/e2e/client";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const helpers = `${api}/test-helpers`;

test("fifty runs at once: all are answered, all has run, and another marketplace is served meanwhile", async ({
  marketplace,
  baseURL,
  sql,
}) => {
  const { client } = marketplace;
  const merchants = times(3, (i) => merchantOf(client, `hammered-${i}`));
  for (const merchant of merchants) {
    await merchant.create();
    await merchant.sendSales();
  }
  const neighbour = await openMarketplace(baseURL ?? "", sql);
  const quiet = merchantOf(neighbour.client, "quiet");
  await quiet.create();

  const runs = times(50, () => client.call("POST", `${helpers}/run`));
  expect(await quiet.status()).toMatchObject({ thirdPartyCustomerId: "quiet" });
  const answers = await Promise.all(runs);
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.ran}`))).toEqual(new Set(["200 true"]));
  // Those who shared a run share its moment.
  expect(new Set(answers.map(({ json }) => json.at)).size).toBeLessThan(25);
  for (const merchant of merchants) expect((await merchant.status()).creditScore).not.toBeNull();
  await neighbour.receiver.stop();
});

test("a merchant that announces file after file is told when it has too many, its neighbour is not", async ({
  marketplace,
}) => {
  const { client } = marketplace;
  const mint = async (id: string) => {
    const merchant = merchantOf(client, id);
    await merchant.create();
    const { token } = await client.ask("POST", `${merchant.base}/embed-tokens`);
    return { authorization: `Bearer ${token}` };
  };
  const body = { fileName: "permit.pdf", mimeType: "application/pdf", fileSize: "8" };
  const announce = (headers: Record<string, string>) =>
    client.call("POST", "/api/v1/embed/uploads", { body, headers, anonymous: true });
  const greedy = await mint("greedy");
  const answers = await Promise.all(times(60, () => announce(greedy)));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
    times(10, () => "409 UPLOAD_QUOTA_EXCEEDED"),
  );
  expect((await announce(await mint("modest"))).status).toBe(201);
});

test("a caller that hangs up does not stop the run that others share", async ({ marketplace }) => {
  const { client, secretKey } = marketplace;
  const merchant = merchantOf(client, "left-waiting");
  await merchant.create();
  await merchant.sendSales();
  const leaving = new AbortController();
  const left = fetch(`${client.address}${helpers}/run`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    signal: leaving.signal,
  });
  const shared = times(5, () => client.ask("POST", `${helpers}/run`));
  leaving.abort();
  await expect(left).rejects.toThrow();
  for (const answer of await Promise.all(shared)) expect(answer).toMatchObject({ ran: true });
  expect((await merchant.status()).creditScore).not.toBeNull();
});
