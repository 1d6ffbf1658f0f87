import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hash } from "argon2";
import postgres from "postgres";
import { buildServer } from "#scripts/build.mjs";
import { Failure } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { freePort } from "#scripts/ports.mjs";
import { run } from "#scripts/processes.mjs";
import { openBank } from "#scripts/rehearse/bank.mjs";
import { callerAt } from "#scripts/rehearse/client.mjs";
import { countBooked } from "#scripts/rehearse/faults/count.mjs";
import { addLenders } from "#scripts/rehearse/lenders.mjs";
import { agreeOn, becomes, giveMandate } from "#scripts/rehearse/loans.mjs";
import { openService } from "#scripts/rehearse/mortal-service.mjs";
import { addMarketplace, addMerchant, addOperator } from "#scripts/rehearse/people.mjs";
import { serverProcess } from "#scripts/rehearse/server-process.mjs";
import { worldOf } from "#scripts/rehearse/world.mjs";
import { startBalancer } from "./balancer.mjs";
import { startRequests } from "./load.mjs";
import { openRelease } from "./release.mjs";
import { slowOrFailed, table } from "./seen.mjs";

/** How long there is load before, between and after the steps, in milliseconds. */
const quiet = 5_000;

/** Of a portfolio's merchants two of three have a loan. */
const merchantsPerLoan = 1.5;

/** How long a process that is told to end goes on accepting: longer than it takes the balancer to notice. */
const stopDelay = 2;

/**
 * Two processes of a release under load, exchanged for this one as docs/operations/upgrade.md says.
 * @param {{ from: string | undefined, loans: number }} given
 * @throws {Failure} with all that is not as it should be
 */
export async function rehearseUpgrade({ from, loans }) {
  const begun = performance.now();
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  const say = (/** @type {string} */ line) => print(`${line} (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
  const former = await openRelease(from);
  const next = { root, sources: await buildServer() };
  say(`The release ${former.tag} and this one are built`);
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-rehearsal-"));
  const also = { STOP_DELAY_SECONDS: String(stopDelay) };
  const service = await openService(dataDir, { durable: true, of: former, also });
  const other = machineOf(service, await freePort());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => Promise.all([service.stop(), other.end()]).finally(() => process.exit(1)));
  }
  const sql = postgres(service.databaseUrl, { max: 3, onnotice: () => {} });
  let sound = false;
  try {
    await other.start(former);
    const load = await prepare({ service, sql, former, loans, say });
    const wrong = await Promise.race([rollOut({ service, other, sql, load, next, say, print }), service.broken]);
    if (wrong.length > 0) throw new Failure([...wrong, `${wrong.length} differences.`].join("\n"));
    sound = true;
    say("0 differences");
  } finally {
    await sql.end({ timeout: 1 });
    await other.end();
    await service.stop();
    if (sound) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    else process.stderr.write(`What the service said is in ${service.log}.\n`);
  }
}

/** @typedef {import("./release.mjs").Release} Release @typedef {import("#scripts/rehearse/mortal-service.mjs").Service} Service */

/**
 * A machine of the service: a port, with a process of one release or another.
 * @param {Service} service @param {number} port
 */
function machineOf({ settings, log, fail }, port) {
  /** @type {import("#scripts/rehearse/server-process.mjs").ServerProcess | undefined} */
  let server;
  return {
    address: `http://localhost:${port}`,
    /** @param {Release} release */
    async start({ root: home, sources }) {
      const command = [join(home, "scripts", "server.mjs"), "--building", sources];
      server = serverProcess({ command, home, settings: { ...settings, PORT: String(port) }, log, fail });
      await server.start();
    },
    end: async () => server?.end(),
  };
}

/**
 * A marketplace with a loan that is being repaid, and one with as many as there are to be.
 * @param {{ service: Service, sql: import("postgres").Sql, former: Release, loans: number, say: (line: string) => void }} given
 */
async function prepare({ service, sql, former, loans, say }) {
  const { openTerminal } = /** @type {typeof import("#scripts/rehearse/terminal.mjs")} */ (
    // The one of the release: ours refuses a schema that is behind.
    await import(join(former.root, "scripts", "rehearse", "terminal.mjs"))
  );
  const terminal = await openTerminal(service.settings);
  const first = await addOperator(service, terminal, "Amina");
  const operators = /** @type {const} */ ([first, await addOperator(service, terminal, "Bayo", first)]);
  const world = worldOf({ service, bank: openBank(service.clock), sql, operators, terminal, say: () => {} });
  const small = await addMarketplace(service, sql, "Prompt");
  const { overProvider } = await addLenders(world);
  await terminal(["marketplace", "live", small.id], { as: first.email });
  const credentials = await small.prepare();
  const loan = await agreeOn(world, await addMerchant(service, small, "Ada", 901), overProvider);
  await giveMandate(world, loan);
  await becomes(world, loan, "ACTIVE");
  say("A loan is paid out");
  const filling = [
    "scripts/portfolio/fill.mjs",
    "--merchants",
    String(Math.ceil(loans * merchantsPerLoan)),
    "--production",
  ];
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, ...service.settings };
  if ((await run(process.execPath, filling, { cwd: root, env })) !== 0) throw new Failure("It could not be filled.");
  const large = await manager(service, sql);
  const [there] = await sql`select count(*)::int as loans from loans`;
  say(`There are ${there?.loans} loans`);
  return { large, small: { id: small.id, name: small.name, ...credentials }, loan };
}

/** A key of the marketplace that was filled, and some of its merchants. @param {Service} service @param {import("postgres").Sql} sql */
async function manager({ address }, sql) {
  const [found] = await sql`select id from marketplaces where name like 'Portfolio %'`;
  const staff = { email: "staff@large.example", password: randomUUID() };
  await sql`insert into users (id, kind, email, name, password_hash, marketplace_id, role, created_at)
    values (${`usr_${randomUUID()}`}, 'marketplace', ${staff.email}, 'Staff', ${await hash(staff.password)}, ${found?.id},
      'ADMIN', now())`;
  const dashboard = "/api/marketplace-dashboard";
  const { accessToken } = await callerAt(address)("POST", `${dashboard}/login`, { body: staff });
  const ask = callerAt(address, async () => accessToken);
  const { secretKey: key } = await ask("POST", `${dashboard}/secret-keys?environment=test`);
  const some = await sql`select third_party_customer_id as ref from merchants where marketplace_id = ${found?.id}
    order by id limit 1000 offset 100`;
  return { key, merchants: some.map(({ ref }) => String(ref)) };
}

/**
 * @param {object} given
 * @param {Service} given.service
 * @param {ReturnType<typeof machineOf>} given.other
 * @param {import("postgres").Sql} given.sql
 * @param {Awaited<ReturnType<typeof prepare>>} given.load
 * @param {Release} given.next
 * @param {(line: string) => void} given.say
 * @param {(text: string) => void} given.print
 * @returns {Promise<string[]>}
 */
async function rollOut({ service, other, sql, load, next, say, print }) {
  const one = machineOf(service, Number(service.settings.PORT));
  const balancer = await startBalancer([one.address, other.address]);
  const requests = startRequests({ address: balancer.address, now: service.clock.now, ...load });
  /** @type {Map<string, number>} */
  const steps = new Map();
  const step = async (/** @type {string} */ name, /** @type {() => Promise<unknown>} */ work) => {
    steps.set(name, performance.now());
    await work();
    say(name);
  };
  await step("Before", () => pause(quiet));
  await step("The schema is brought up to date", async () => {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, ...service.settings };
    const code = await run(process.execPath, ["scripts/steps/migrate.mjs"], { cwd: root, env });
    if (code !== 0) throw new Failure("The migration failed.");
  });
  await step("Between", () => pause(quiet));
  await step("The first machine is exchanged", async () => {
    await service.server.end();
    await one.start(next);
  });
  await step("Both releases serve", () => pause(quiet));
  await step("The second machine is exchanged", async () => {
    await other.end();
    await other.start(next);
  });
  await step("After", () => pause(quiet));
  await requests.stop();
  await balancer.stop();
  for (const line of table(requests.seen, steps)) print(line);
  const { lost, doubled } = await countBooked(sql, requests.told, load.small.id);
  const wrong = [...slowOrFailed(requests.seen, steps), ...lost, ...doubled];
  const unbalanced = await sql`select journal_id from ledger_entries group by 1 having sum(amount) <> 0`;
  wrong.push(...unbalanced.map(({ journal_id }) => `The journal ${journal_id} does not balance`));
  await one.end();
  return wrong;
}
