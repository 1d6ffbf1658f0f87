import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { smsGateway, TextRefused, textState } from "./sms";

Object.assign(process.env, { SMS_URL: "http://127.0.0.1:9/", SMS_KEY: "a key of sixteen" });

const message = { recipient: "+2348012345678", text: "123456 is your code", idempotencyKey: "otp_1" };
const key = "a key of sixteen or more";

/** A gateway on loopback, for the length of one test. @param status null: it never answers */
async function gateway(status: number | null, headers: Record<string, string> = {}) {
  const received: { method?: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ ...(request.method ? { method: request.method } : {}), headers: request.headers, body });
    if (status !== null) response.writeHead(status, headers).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`, received };
}

test("a message goes to the gateway with its key, and with one of its own, so that it is sent once", async () => {
  const { url, received } = await gateway(202);
  await smsGateway({ url, key }).send(message);
  expect(received).toMatchObject([
    {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "otp_1" },
    },
  ]);
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({ to: message.recipient, text: message.text });
});

test.each([400, 404, 422])("%i refuses the message for good", async (status) => {
  const { url } = await gateway(status);
  await expect(smsGateway({ url, key }).send(message)).rejects.toBeInstanceOf(TextRefused);
});

test.each([401, 429, 500, 503])("after %i it may be sent again", async (status) => {
  const { url } = await gateway(status);
  const sending = smsGateway({ url, key }).send(message);
  await expect(sending).rejects.toThrow(`The SMS gateway answers ${status}.`);
  await expect(sending).rejects.not.toBeInstanceOf(TextRefused);
});

test("a redirect is not followed: the number and the key would go to somebody else", async () => {
  const other = await gateway(200);
  const { url } = await gateway(307, { location: other.url });
  await expect(smsGateway({ url, key }).send(message)).rejects.toThrow("answers 307");
  expect(other.received).toEqual([]);
});

test("a gateway that never answers is given up, and says nothing of number or key", async () => {
  const { url } = await gateway(null);
  const failure: unknown = await smsGateway({ url, key, within: 50 })
    .send(message)
    .catch((error: unknown) => error);
  expect(String(failure)).toContain("timeout");
  for (const secret of [key, message.recipient, "123456"]) expect(JSON.stringify(failure)).not.toContain(secret);
});

test("health knows how the last message went; one that was refused says nothing against the gateway", async () => {
  const told: string[] = [];
  for (const status of [200, 503, 400, 401, 202]) {
    const { url } = await gateway(status);
    await smsGateway({ url, key })
      .send(message)
      .catch(() => {});
    told.push(textState());
  }
  expect(told).toEqual(["ok", "failed", "ok", "failed", "ok"]);
});
