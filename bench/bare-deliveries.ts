import { createHmac, randomBytes } from "node:crypto";
import http from "node:http";
import postgres from "postgres";

type Row = { id: number; url: string; secret: string; body: string };

/**
 * The floor under outbound deliveries: one table, one statement to claim a hundred rows, both signatures, `node:http` on
 * kept connections, one statement to write the hundred results. No tenants, no fairness, no log, no retries.
 */
export async function bareDeliveries(databaseUrl: string, urls: readonly string[]) {
  const db = postgres(databaseUrl, { max: 4, onnotice: () => {} });
  const secret = randomBytes(32).toString("base64");
  await db`
    create table bare (id int generated always as identity primary key, url text not null, secret text not null,
      body text not null, status int, due boolean not null default true, leased_until timestamptz)`;
  await db`create index bare_due on bare (id) where due`;

  async function claim(): Promise<Row[]> {
    return db<Row[]>`
      update bare set leased_until = now() + interval '30 seconds'
      where id in (select id from bare where due and (leased_until is null or leased_until < now())
        order by id limit 100 for update skip locked)
      returning id, url, secret, body`;
  }

  async function write(results: readonly { id: number; status: number }[]): Promise<void> {
    await db`
      update bare set due = false, leased_until = null, status = r.status
      from unnest(${results.map((result) => result.id)}::int[], ${results.map((result) => result.status)}::int[])
        as r(id, status) where bare.id = r.id`;
  }

  return {
    /** Puts rows into the table, shared out among the first receivers. */
    async prepare(count: number, receivers: number): Promise<void> {
      await db`truncate bare`;
      const rows = Array.from({ length: count }, (_, i) => ({
        url: urls[i % receivers] ?? "",
        secret,
        body: JSON.stringify({ event: "merchant.created", event_id: `evt_${i}`, timestamp: new Date(), sequence: i }),
      }));
      for (let i = 0; i < count; i += 1000) await db`insert into bare ${db(rows.slice(i, i + 1000))}`;
      await db`vacuum analyze bare`;
    },

    /** Delivers everything: two loops a receiver, so that one posts while the other claims or writes. */
    async run(receivers: number, connectionsEach: number): Promise<void> {
      const agent = new http.Agent({ keepAlive: true, maxSockets: connectionsEach });
      const loop = async () => {
        for (let rows = await claim(); rows.length > 0; rows = await claim()) {
          await write(await Promise.all(rows.map(async (row) => ({ id: row.id, status: await send(row, agent) }))));
        }
      };
      await Promise.all(Array.from({ length: 2 * receivers }, loop));
      agent.destroy();
    },

    close: () => db.end(),
  };
}

function send({ id, url, secret, body }: Row, agent: http.Agent): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret, "base64");
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-service-timestamp": timestamp,
    "x-service-signature": `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
    "webhook-id": String(id),
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    request.once("error", reject);
    request.end(body);
  });
}
