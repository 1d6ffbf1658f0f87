import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { Failure } from "#scripts/failure.mjs";
import { openBank } from "#scripts/rehearse/bank.mjs";
import { addLenders } from "#scripts/rehearse/lenders.mjs";
import { agreeOn, becomes, giveMandate } from "#scripts/rehearse/loans.mjs";
import { openService } from "#scripts/rehearse/mortal-service.mjs";
import { addMarketplace, addMerchant, addOperator } from "#scripts/rehearse/people.mjs";
import { comeToRest } from "#scripts/rehearse/story.mjs";
import { openTerminal } from "#scripts/rehearse/terminal.mjs";
import { worldOf } from "#scripts/rehearse/world.mjs";
import { archiveTimeout, copyDocuments, openArchive, watchWal } from "./archive.mjs";
import { differencesAtRest, doubled, eventsIn, missingOf } from "./compare.mjs";
import { startLoad } from "./load.mjs";

/**
 * A database and documents that are lost under load and restored, and a database that is taken back to a moment
 * (docs/operations/backup.md).
 * @param {{ seconds: number }} given how long there is load before and after the base backup
 * @throws {Failure} with all that is not as it should be
 */
export async function rehearseRestore({ seconds }) {
  const begun = performance.now();
  const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-rehearsal-"));
  const archive = await openArchive(dataDir);
  const service = await openService(dataDir, { durable: true, more: archive.settings });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => service.stop().finally(() => process.exit(1)));
  }
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  const say = (/** @type {string} */ line) => print(`${line} (${passed()})`);
  const sql = postgres(service.databaseUrl, { max: 6, onnotice: () => {} });
  let sound = false;
  try {
    const terminal = await openTerminal(service.settings);
    const first = await addOperator(service, terminal, "Amina");
    const operators = /** @type {const} */ ([first, await addOperator(service, terminal, "Bayo", first)]);
    const quiet = () => {};
    const world = worldOf({ service, bank: openBank(service.clock), sql, operators, terminal, say: quiet });
    say("The service runs as in production, on a database that archives its WAL");
    const story = await begin(world, { archive, dataDir, say, seconds });
    const wrong = await Promise.race([loseAll(story), service.broken]);
    wrong.push(...(await Promise.race([goBack(story), service.broken])));
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
 * A marketplace with two loans that are paid out, from whose sales deductions come.
 * @param {import("#scripts/rehearse/world.mjs").World} world
 * @param {{ archive: import("./archive.mjs").Archive, dataDir: string, say: (line: string) => void, seconds: number }} given
 */
async function begin(world, given) {
  const { service, sql, terminal, operators } = world;
  /** Whether its receiver is in trouble: what it is sent then waits. */
  const trouble = { on: false };
  const market = await addMarketplace(service, sql, "Prompt", {
    answer: (_, response) => response.writeHead(trouble.on ? 503 : 204).end(),
  });
  const { overProvider } = await addLenders(world);
  await terminal(["marketplace", "live", market.id], { as: operators[0].email });
  await market.prepare();
  const people = /** @type {const} */ ([
    ["Ada", 501],
    ["Chidi", 503],
  ]);
  const loans = await Promise.all(
    people.map(async ([name, number]) =>
      agreeOn(world, await addMerchant(service, market, name, number), overProvider),
    ),
  );
  for (const loan of loans) {
    await giveMandate(world, loan);
    await becomes(world, loan, "ACTIVE");
  }
  given.say("Two loans are paid out");
  /** All that was acknowledged and has to be there. @type {import("./load.mjs").Noted[]} */
  const kept = [];
  return { ...given, world, market, trouble, loans, kept };
}

/** @typedef {Awaited<ReturnType<typeof begin>>} Story */

/** What there is of each kind, in words. @param {readonly import("./load.mjs").Noted[]} noted */
function counted(noted) {
  const of = (/** @type {string} */ kind) => noted.filter((one) => one.kind === kind).length;
  return `${of("deduction")} deductions, ${of("merchant")} merchants, ${of("document")} documents, ${of("funding")} requests`;
}

/**
 * Database and documents are lost under load, and restored as far as the archive goes.
 * @param {Story} story @returns {Promise<string[]>}
 */
async function loseAll(story) {
  const { world, archive, dataDir, market, trouble, loans, seconds, say } = story;
  const { service, sql } = world;
  const documents = copyDocuments(dataDir);
  const wal = watchWal(sql);
  const load = startLoad(world, { loans, market, round: 1 });
  await Promise.race([pause(seconds * 1000), load.ended]);
  say(`Base backup under load: ${await archive.backUp(sql)} files`);
  trouble.on = true;
  await Promise.race([pause(seconds * 1000), load.ended]);

  const lostAt = Date.now();
  await Promise.all([service.halt(), service.database.crash()]);
  load.lose();
  await Promise.all([wal.stop(), documents.stop()]);
  await documents.lose();
  const covered = wal.coveredBy(archive.end());
  const before = load.noted.filter(({ at }) => at <= Math.min(covered, documents.covered()));
  const after = load.noted.filter((one) => !before.includes(one));
  const heard = market.receiver.deliveries.length;
  await archive.restore();
  say(`The database and the documents are lost: ${counted(load.noted)} had been acknowledged`);
  await documents.restore();
  await service.database.again();
  await archive.restored(sql);
  const missing = new Set(await missingOf(sql, load.noted));
  const known = await eventsIn(sql);
  trouble.on = false;
  const wrong = before
    .filter((one) => missing.has(one))
    .map(({ kind, id }) => `The ${kind} ${id} is lost, though archived`);
  for (const { eventId, receivedAt } of market.receiver.deliveries) {
    if (receivedAt.getTime() <= covered && !known.all.has(eventId)) wrong.push(`The event ${eventId} is lost`);
  }
  say(
    `Restored as far as the archive goes, ${((lostAt - covered) / 1000).toFixed(1)} s before the loss (at most ${archiveTimeout} and a copy)`,
  );
  say(
    `Of what was acknowledged before that, ${before.length}, nothing is missing; ${missing.size} of the ${after.length} after it`,
  );
  return [...wrong, ...(await goOn(story, { load, missing, heard, delivered: known.delivered }))].map(
    (one) => `After the loss: ${one}`,
  );
}

/**
 * The database is taken back to a moment, as after a deployment that has spoilt rows.
 * @param {Story} story @returns {Promise<string[]>}
 */
async function goBack(story) {
  const { world, archive, market, loans, seconds, say } = story;
  const { service, sql } = world;
  const load = startLoad(world, { loans, market, round: 2 });
  await Promise.race([pause(seconds * 500), load.ended]);
  const moment = new Date();
  await Promise.race([pause(seconds * 500), load.ended]);
  load.lose();
  await sql`update loans set reference = 'spoilt-' || reference`;
  await archive.archiveAll(sql);
  await Promise.all([service.halt(), service.database.crash()]);
  say(`Rows are spoilt, and the service is stopped: ${counted(load.noted)} had been acknowledged`);
  const heard = market.receiver.deliveries.length;
  await archive.restore(moment);
  await service.database.again();
  await archive.restored(sql);
  const missing = new Set(await missingOf(sql, load.noted));
  const known = await eventsIn(sql);
  const at = moment.getTime();
  const wrong = load.noted
    .filter((one) => (one.at < at && missing.has(one)) || (one.sent > at && !missing.has(one)))
    .map((one) => `The ${one.kind} ${one.id} is ${missing.has(one) ? "lost" : "of after the moment"}`);
  const spoilt = await sql`select id from loans where reference like 'spoilt-%'`;
  wrong.push(...spoilt.map(({ id }) => `The loan ${id} is spoilt still`));
  say(
    `Restored to ${moment.toISOString()}: ${load.noted.length - missing.size} of before are there, ${missing.size} of after are not`,
  );
  return [...wrong, ...(await goOn(story, { load, missing, heard, delivered: known.delivered }))].map(
    (one) => `After going back: ${one}`,
  );
}

/**
 * The service starts on what was restored; marketplaces tell anew what they told last, a part of which is there; and all
 * is looked at once it has come to rest.
 * @param {Story} story
 * @param {object} given
 * @param {ReturnType<typeof startLoad>} given.load
 * @param {ReadonlySet<import("./load.mjs").Noted>} given.missing
 * @param {number} given.heard deliveries that had come before
 * @param {ReadonlySet<string>} given.delivered events that the database knows to have been delivered
 */
async function goOn({ world, market, loans, kept, say }, { load, missing, heard, delivered }) {
  const begun = performance.now();
  await world.service.start();
  await load.stop();
  say(`The service serves again, ${((performance.now() - begun) / 1000).toFixed(1)} s after it was started`);
  const last = load.noted.filter(({ again }) => again).slice(-200);
  const lost = load.noted.filter((one) => one.again && missing.has(one) && !last.includes(one));
  for (const { again } of [...lost, ...last]) await again?.();
  kept.push(...load.noted.filter((one) => one.again || !missing.has(one)));
  await comeToRest(world);
  const wrong = await differencesAtRest(world, { market, noted: kept, loans });
  wrong.push(...doubled(market.receiver, { from: heard, delivered }));
  const again = market.receiver.deliveries.slice(heard).length;
  say(`What was told last was told again, and books, documents, keys and deliveries (${again} since) were looked at`);
  return wrong;
}
