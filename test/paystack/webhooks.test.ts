import { fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { plainServer } from "@/test/plain-server";
import { activeMandate, ada, asker, live, liveKey, transfer, usual } from "./ask";
import { paystackAt } from "./remote";
import { startPaystack } from "./server";
import { transferFates } from "./transfer-fates";
import { sign } from "./webhooks";

/** The stand-in, and a receiver that answers with `status`. */
async function withReceiver() {
  const got: { event: string; reference: string; genuine: boolean }[] = [];
  const receiver = { got, status: 200 };
  const url = await plainServer(async (request, response) => {
    const body = await text(request);
    const { event, data } = JSON.parse(body);
    const genuine = request.headers["x-paystack-signature"] === sign(liveKey, body);
    got.push({ event, reference: data.reference, genuine });
    response.writeHead(receiver.status).end();
  });
  const paystack = await startPaystack({ ...usual, webhooks: { [live]: url } });
  onTestFinished(paystack.stop);
  return { receiver, paystack, ask: asker(paystack.url), events: () => got.map(({ event }) => event) };
}

test("what happens is told, signed with the integration's key", async () => {
  const { paystack, ask, receiver, events } = await withReceiver();
  paystack.control.faults.plan({ reference: "loan000000000002", fate: transferFates["paid, then reversed"] });
  paystack.control.faults.plan({ reference: "loan000000000003", fate: transferFates["failed: account"] });
  for (const reference of ["loan000000000001", "loan000000000002", "loan000000000003"]) {
    await transfer(ask, reference);
    await paystack.control.webhooks.settled();
  }
  const { code, email } = await activeMandate(ask, paystack.control);
  await paystack.control.webhooks.settled();
  const debit = { email, amount: 1_000_000, authorization_code: code, reference: "debit0001" };
  await ask("POST", "/transaction/charge_authorization", debit);
  await paystack.control.webhooks.settled();
  paystack.control.clock.advance(2 * 86_400_000);
  await paystack.control.webhooks.settled();
  expect(events().slice(0, 3)).toEqual(["transfer.success", "transfer.success", "transfer.failed"]);
  expect(events().slice(3, 5).sort()).toEqual([
    ...["direct_debit.authorization.active", "direct_debit.authorization.created"],
  ]);
  expect(events().slice(5)).toEqual(["charge.success", "transfer.reversed"]);
  expect(receiver.got.every(({ genuine }) => genuine)).toBe(true);
});

test("they come twice, out of order, late, again, or not at all, as planned", async () => {
  const { paystack, ask, receiver } = await withReceiver();
  const { webhooks, clock } = paystack.control;
  webhooks.setPlan({ sends: "when released", copies: 2 });
  for (const reference of ["loan000000000001", "loan000000000002"]) await transfer(ask, reference);
  expect(receiver.got).toEqual([]);
  await webhooks.release("newest first");
  expect(receiver.got.map(({ reference }) => reference)).toEqual([
    "loan000000000002",
    "loan000000000002",
    "loan000000000001",
    "loan000000000001",
  ]);
  await webhooks.repeat();
  expect(receiver.got).toHaveLength(8);

  webhooks.setPlan({ sends: "at once", copies: 1, late: 60_000 });
  await transfer(ask, "loan000000000003");
  await webhooks.settled();
  expect(receiver.got).toHaveLength(8);
  clock.advance(60_000);
  await webhooks.settled();
  expect(receiver.got[8]).toMatchObject({ reference: "loan000000000003" });

  webhooks.setPlan({ sends: "never", late: 0 });
  await transfer(ask, "loan000000000004");
  await webhooks.settled();
  expect(receiver.got).toHaveLength(9);
});

test("a forged one is not signed with the key, and one that is not taken comes again", async () => {
  const { paystack, ask, receiver } = await withReceiver();
  const { webhooks, clock } = paystack.control;
  expect(await webhooks.forge(live, "transfer.success", { reference: "loan000000000009" })).toBe(200);
  await webhooks.forge(live, "transfer.success", { reference: "loan000000000009" }, null);
  expect(receiver.got.map(({ genuine }) => genuine)).toEqual([false, false]);

  receiver.status = 500;
  await transfer(ask, "loan000000000001");
  await webhooks.settled();
  receiver.status = 200;
  clock.advance(3 * 60_000);
  await webhooks.settled();
  clock.advance(86_400_000);
  await webhooks.settled();
  expect(webhooks.all()).toMatchObject([{ event: "transfer.success", answers: [500, 200] }]);
});

test("it runs as a process of its own, and is controlled from here", async () => {
  const child = fork("test/paystack/start.mjs", [JSON.stringify(usual)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const [{ url, controlUrl }] = await once(child, "message");
  const control = paystackAt(controlUrl);
  await control.faults.plan({ path: "/transfer", reference: "loan000000000001", wire: "acted, then cut" });
  expect((await transfer(asker(url), "loan000000000001")).status).toBe(0);
  const paid = [{ reference: "loan000000000001", account: `${ada.bankCode} ${ada.number}`, arrivals: 1 }];
  expect(await control.books.transfers()).toMatchObject(paid);
  expect(await control.clock.advance(1_000)).toBe("2026-01-05T09:00:01.000Z");
  const asked = [
    { path: "/transferrecipient", status: 201 },
    { fault: "acted, then cut", status: 0 },
  ];
  expect(await control.requests.all()).toMatchObject(asked);
  await expect(control.transfers.become("loan000000000009", "success")).rejects.toThrow("No such thing");
});
