import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure } from "#scripts/failure.mjs";
import { openBank } from "#scripts/rehearse/bank.mjs";
import { inTurn } from "#scripts/rehearse/client.mjs";
import { addLenders } from "#scripts/rehearse/lenders.mjs";
import { agreeOn, becomes, giveMandate } from "#scripts/rehearse/loans.mjs";
import { openService } from "#scripts/rehearse/mortal-service.mjs";
import { addMarketplace, addMerchant, addOperator } from "#scripts/rehearse/people.mjs";
import { seededRandom } from "#scripts/rehearse/random.mjs";
import { startLoad } from "#scripts/rehearse/restore/load.mjs";
import { openTerminal } from "#scripts/rehearse/terminal.mjs";
import { worldOf } from "#scripts/rehearse/world.mjs";
import { startBorrowing } from "./borrow.mjs";
import { conclude } from "./conclude.mjs";
import { databaseFaults } from "./database-faults.mjs";
import { mountDisk } from "./disk.mjs";
import { otherFaults } from "./other-faults.mjs";
import { patientSql } from "./patient-sql.mjs";
import { unreliable } from "./receiver.mjs";
import { recovered } from "./recover.mjs";
import { scheduleOf } from "./schedule.mjs";
import { serverFaults } from "./server-faults.mjs";

const kinds = [...serverFaults, ...databaseFaults, ...otherFaults];

/** Its WAL comes to an end with the disk, and what is kept of it leaves room for rows. */
const ofDatabase = ["max_wal_size=64MB", "min_wal_size=32MB"];

/** Between what a client does and what it does next, in milliseconds: thousands of things in the time that the faults take. */
const rest = 400;

/**
 * Two processes of the service under load, to which one fault after another happens. Nothing acknowledged may be lost, nothing
 * may happen twice, and all money adds up (docs/operations/faults.md).
 * @param {{ faults: number, events: number, seed: number, only: string | undefined }} given `events`: it goes on until the
 *   marketplaces have heard of so many; `only`: faults whose names have that in them
 * @throws {Failure} with all that is not as it should be, the seed, and the fault that it came with
 */
export async function rehearseFaults({ faults, events, seed, only = "" }) {
  const begun = performance.now();
  const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  const say = (/** @type {string} */ line) => print(`${line} (${passed()})`);
  const chosen = kinds.filter(({ name }) => name.includes(only));
  if (chosen.length === 0)
    throw new Failure(`No fault is called ${only}: ${kinds.map(({ name }) => name).join(", ")}.`);
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-rehearsal-"));
  const databaseDir = join(dataDir, "disk");
  const disk = mountDisk(databaseDir);
  // What PostgreSQL says of its full disk has to be elsewhere.
  const databaseLog = join(dataDir, "postgres.log");
  writeFileSync(databaseLog, "");
  symlinkSync(databaseLog, join(databaseDir, "postgres.log"));
  const { startObjectStore } = /** @type {typeof import("@/test/object-store/start-object-store.ts")} */ (
    await loadBundled("test/object-store/start-object-store.ts")
  );
  const store = await startObjectStore();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings();
  const also = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId };
  const service = await openService(dataDir, {
    ...{ durable: true, more: ofDatabase, databaseDir },
    also: { ...also, S3_SECRET_ACCESS_KEY: secretAccessKey },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => service.stop().finally(() => process.exit(1)));
  }
  const client = postgres(service.databaseUrl, { max: 6, onnotice: () => {}, max_lifetime: null });
  let [sound, now] = [false, "before the first fault"];
  try {
    const second = await service.beside();
    const sql = patientSql(client);
    const scene = {
      ...{
        service,
        servers: [service.server, second.server],
        clockBeside: second.clock,
        addresses: [service.address, second.address],
      },
      ...{ sql, client, disk, databaseLog, store },
    };
    const story = await begin({ ...scene, say });
    const random = seededRandom(seed);
    const strikes = strikeAll({ ...scene, ...story }, scheduleOf(chosen, faults, random), {
      ...{ random, events, say },
      begins: (fault) => {
        now = fault;
      },
    });
    const struck = await Promise.race([strikes, service.broken, story.broken]);
    now = "after the last fault";
    const wrong = await Promise.race([conclude({ ...story, ...struck, events, print, say }), service.broken]);
    if (wrong.length > 0) throw new Failure([...wrong, `${wrong.length} differences.`].join("\n"));
    sound = true;
    print(`0 differences (--seed ${seed}), ${passed()}.`);
  } catch (error) {
    throw new Failure(`${said(error)}\n--seed ${seed}, ${now}.`);
  } finally {
    await client.end({ timeout: 1 });
    await service.stop();
    await store.stop();
    if (sound) {
      disk?.unmount();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    } else process.stderr.write(`What the service said is in ${service.log}, the database in ${databaseLog}.\n`);
  }
}

/** @typedef {import("#scripts/rehearse/restore/load.mjs").Noted} Noted */

/** @param {unknown} error */
function said(error) {
  if (error instanceof Failure) return error.message;
  return error instanceof Error ? error.stack : String(error);
}

/**
 * Three marketplaces: two from whose sales deductions come and whom merchants join, and one whose merchants borrow and repay.
 * @param {Pick<import("./scene.mjs").Scene, "service" | "sql"> & { addresses: readonly string[], say: (line: string) => void }} of
 */
async function begin({ service, sql, addresses, say }) {
  const terminal = await openTerminal(service.settings);
  const reached = { ...service, address: inTurn(addresses) };
  const first = await addOperator(reached, terminal, "Amina");
  const operators = /** @type {const} */ ([first, await addOperator(reached, terminal, "Bayo", first)]);
  const quiet = () => {};
  const parts = { bank: openBank(service.clock), sql, operators, terminal, say: quiet };
  const lenders = await addLenders(worldOf({ service, ...parts }));
  const world = worldOf({
    service: /** @type {import("#scripts/rehearse/mortal-service.mjs").Service} */ (/** @type {unknown} */ (reached)),
    ...parts,
  });
  const open = async (/** @type {string} */ name) => {
    const receiver = unreliable();
    const market = await addMarketplace(reached, sql, name, { answer: receiver.answer });
    await terminal(["marketplace", "live", market.id], { as: first.email });
    await market.prepare();
    return { market, receiver };
  };
  const selling = [await open("North"), await open("South")];
  const lending = await open("Lagos");
  const people = /** @type {const} */ ([
    ["Ada", 501],
    ["Bola", 502],
    ["Chidi", 503],
    ["Dupe", 504],
  ]);
  const loans = await Promise.all(
    people.map(async ([name, number], at) => {
      const { market } = /** @type {typeof lending} */ (selling[at % selling.length]);
      return agreeOn(world, await addMerchant(reached, market, name, number), lenders.overProvider);
    }),
  );
  for (const loan of loans) {
    await giveMandate(world, loan);
    await becomes(world, loan, "ACTIVE");
  }
  const loads = selling.map(({ market }) =>
    startLoad(world, { loans: loans.filter(({ merchant }) => merchant.market === market), market, round: 1, rest }),
  );
  const borrowing = startBorrowing(world, { market: lending.market, lender: lenders.overProvider });
  say("Two processes serve three marketplaces");
  const markets = [...selling, lending];
  /** What is acknowledged, by marketplace. @type {Noted[][]} */
  const noted = [...loads.map((load) => load.noted), []];
  return {
    ...{ world, lenders, markets, loans, loads, borrowing, noted, receivers: selling.map(({ receiver }) => receiver) },
    /** Fails when a client is refused something. */
    broken: /** @type {Promise<never>} */ (
      Promise.race([...loads, borrowing].map(({ ended }) => ended.then(() => new Promise(() => {}))))
    ),
  };
}

/** @typedef {Awaited<ReturnType<typeof begin>>} Story */

/**
 * One fault after another, each once all has got over the one before.
 * @param {import("./scene.mjs").Scene & Story & { addresses: readonly string[] }} scene
 * @param {readonly import("./scene.mjs").Kind[]} schedule
 * @param {{ random: () => number, events: number, say: (line: string) => void, begins: (fault: string) => void }} given
 */
async function strikeAll(scene, schedule, { random, events, say, begins }) {
  /** @type {import("./report.mjs").Struck[]} */
  const struck = [];
  /** @type {Map<string, { times: number, why: string }>} */
  const skipped = new Map();
  for (const { name, skipped: cannot, strike } of schedule) {
    const why = cannot?.(scene);
    if (why) {
      skipped.set(name, { times: (skipped.get(name)?.times ?? 0) + 1, why });
      continue;
    }
    await pause(random() * 1_000);
    const fault = `${struck.length + 1} of ${schedule.length}: ${name}`;
    begins(fault);
    const met = await strike(scene, random);
    const back = await recovered(scene.addresses, scene.markets, scene.noted);
    struck.push({ kind: name, met: met ?? undefined, recovered: back });
    say(`${fault}, got over in ${(back / 1000).toFixed(1)} s`);
  }
  const heard = () => scene.markets.reduce((sum, { receiver }) => sum + receiver.taken.size, 0);
  while (heard() < events) await pause(200);
  say(`${struck.length} faults, ${heard()} events`);
  return { struck, skipped };
}
