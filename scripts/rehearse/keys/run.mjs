import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { merchantBody, numberedShop } from "#fixtures/shop.mjs";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { complaints } from "#scripts/rehearse/add-up.mjs";
import { openBank } from "#scripts/rehearse/bank.mjs";
import { Refused } from "#scripts/rehearse/client.mjs";
import { addLenders } from "#scripts/rehearse/lenders.mjs";
import { agreeOn, becomes, deduct, giveMandate } from "#scripts/rehearse/loans.mjs";
import { openService } from "#scripts/rehearse/mortal-service.mjs";
import { addMarketplace, addMerchant, addOperator } from "#scripts/rehearse/people.mjs";
import { allAreTold } from "#scripts/rehearse/story.mjs";
import { openTerminal } from "#scripts/rehearse/terminal.mjs";
import { worldOf } from "#scripts/rehearse/world.mjs";

/** A shop of the rehearsal; its owner has a second one at another marketplace once the key is another. */
const shop = 801;

/**
 * What was done before INDEX_KEY was changed is known after it: the same request, the same event, the same person.
 * @throws {Failure} with all that is not as it should be
 */
export async function rehearseKeys() {
  const begun = performance.now();
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  const say = (/** @type {string} */ line) => print(`${line} (${passed()})`);
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-rehearsal-"));
  const service = await openService(dataDir);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => service.stop().finally(() => process.exit(1)));
  }
  const sql = postgres(service.databaseUrl, { max: 3, onnotice: () => {} });
  let sound = false;
  try {
    const wrong = await Promise.race([tell({ service, sql, say }), service.broken]);
    if (wrong.length > 0) throw new Failure([...wrong, `${wrong.length} differences.`].join("\n"));
    sound = true;
    print(`0 differences, ${passed()}.`);
  } finally {
    await sql.end({ timeout: 1 });
    await service.stop();
    if (sound) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    else process.stderr.write(`What the service said is in ${service.log}.\n`);
  }
}

/**
 * @param {{ service: import("#scripts/rehearse/mortal-service.mjs").Service, sql: import("postgres").Sql, say: (line: string) => void }} given
 * @returns {Promise<string[]>}
 */
async function tell({ service, sql, say }) {
  const terminal = await openTerminal(service.settings);
  const first = await addOperator(service, terminal, "Amina");
  const operators = /** @type {const} */ ([first, await addOperator(service, terminal, "Bayo", first)]);
  const quiet = () => {};
  const world = worldOf({ service, bank: openBank(service.clock), sql, operators, terminal, say: quiet });
  const markets = [await addMarketplace(service, sql, "Prompt"), await addMarketplace(service, sql, "Late")];
  const { overProvider } = await addLenders(world);
  for (const market of markets) {
    await terminal(["marketplace", "live", market.id], { as: first.email });
    await market.prepare();
  }
  const [market, other] = /** @type {[typeof markets[0], typeof markets[0]]} */ (markets);
  const ada = await addMerchant(service, market, "Ada", shop);
  const loan = await agreeOn(world, ada, overProvider);
  await giveMandate(world, loan);
  await becomes(world, loan, "ACTIVE");
  const steady = { ...world, clock: { ...world.clock, now: frozen(world.clock.now()) } };
  await deduct(steady, loan, "D1", 5_000);
  const register = (/** @type {string} */ name) => {
    const of = numberedShop(shop + 1);
    const body = { ...merchantBody(name, of), ...of.owner };
    return market.ask("POST", "/api/v1/marketplace-api/merchants", { body, headers: { "idempotency-key": "once" } });
  };
  const answered = await register("Chidi");
  say("A loan is paid out and a part of it is back");

  /** @type {string[]} */
  const wrong = [];
  const holds = (/** @type {string} */ what, /** @type {boolean} */ is) => void (is || wrong.push(`${what}.`));
  // The terminal has sessions of its own in the database.
  const { closeDatabase } = /** @type {typeof import("@/db/client.ts")} */ (await loadBundled("db/client.ts"));
  await closeDatabase();
  const former = service.settings.INDEX_KEY;
  service.settings.INDEX_KEY = `${former},${randomBytes(32).toString("base64")}`;
  const beside = await command(service, ["scripts/rotate-keys.mjs", "--index"]);
  holds("Beside a running service nothing is changed", beside.code === 1 && /sessions/.test(beside.said));
  await service.halt();
  const early = await command(service, service.command);
  holds(`A start is refused while the data is not under the list (${early.said})`, /keys:rotate/.test(early.said));
  const turned = await command(service, ["scripts/rotate-keys.mjs", "--index"]);
  holds(`The digests are carried on (${turned.said})`, turned.code === 0);
  const looked = await command(service, ["scripts/rotate-keys.mjs", "--index", "--check"]);
  holds("Nothing is left", looked.code === 0 && !/under 1 of/.test(looked.said));
  const back = await command(service, service.command, { INDEX_KEY: former });
  holds(`A start with the former key is refused (${back.said})`, /INDEX_KEY is not/.test(back.said));
  await service.start();
  say("INDEX_KEY is another");

  holds(
    "A request that is sent again has its first answer",
    JSON.stringify(await register("Chidi")) === JSON.stringify(answered),
  );
  const refused = await register("Dupe").catch((error) => error);
  holds("Its key is taken", refused instanceof Refused && refused.code === "IDEMPOTENCY_CONFLICT");
  await deduct(steady, loan, "D1", 5_000);
  const changed = await deduct(steady, loan, "D1", 6_000).catch((error) => error);
  holds("An event has one content", changed instanceof Refused && changed.code === "EVENT_CONFLICT");
  await deduct(world, loan, "D2", 1_000);
  const [booked] = await sql`select count(*)::int as events from repayment_events`;
  holds("An event that is told again counts once", booked?.events === 2);
  await addMerchant(service, other, "Ada", shop);
  const [people] = await sql`
    select count(*)::int as rows, count(distinct identity_digest)::int as people from directors`;
  holds("One person with two shops is one", people?.rows === 2 && people.people === 1);
  await allAreTold(world);
  wrong.push(...(await complaints(world, { markets }, [])));
  return wrong;
}

/** The clock stands, so that what is told again is the same. @param {Date} at */
const frozen = (at) => () => at;

/**
 * @param {import("#scripts/rehearse/mortal-service.mjs").Service} service
 * @param {string[]} args @param {Record<string, string>} [more]
 * @returns {Promise<{ code: number, said: string }>}
 */
function command({ settings }, args, more = {}) {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...settings, ...more };
  return new Promise((done) => {
    // A start that is not refused, as it should be, does not end by itself.
    execFile(process.execPath, args, { cwd: root, env, timeout: 60_000 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` });
    });
  });
}
