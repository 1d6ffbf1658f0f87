import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { Failure } from "#scripts/failure.mjs";
import { addUp, complaints } from "./add-up.mjs";
import { openBank } from "./bank.mjs";
import { killAtRandom } from "./kills.mjs";
import { openService } from "./mortal-service.mjs";
import { addOperator } from "./people.mjs";
import { play } from "./story.mjs";
import { printed } from "./table.mjs";
import { openTerminal } from "./terminal.mjs";
import { worldOf } from "./world.mjs";

/**
 * A whole rehearsal, with the table at its end.
 * @param {{ kills: number, seed: number }} given how often the service is killed, and the seed of when
 * @throws {Failure} with all that is not as it should be
 */
export async function rehearse({ kills, seed }) {
  const begun = performance.now();
  const passed = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  // Where tests look for what a killed one of them leaves.
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-rehearsal-"));
  const service = await openService(dataDir);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => service.stop().finally(() => process.exit(1)));
  }
  const print = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);
  const say = (/** @type {string} */ line) => print(`${service.clock.today()}  ${line} (${passed()})`);
  const sql = postgres(service.databaseUrl, { max: 4, onnotice: () => {} });
  let sound = false;
  try {
    const terminal = await openTerminal(service.settings);
    const first = await addOperator(service, terminal, "Amina");
    const operators = /** @type {const} */ ([first, await addOperator(service, terminal, "Bayo", first)]);
    const world = worldOf({ service, bank: openBank(service.clock), sql, operators, terminal, say });
    say("The service runs as in production");
    const killer = killAtRandom(service, { kills, seed });
    const played = await Promise.race([play(world), service.broken]);
    await killer.stop();
    const rows = await addUp(world, played);
    print(`\n${printed(rows).join("\n")}\n`);
    const wrong = await complaints(world, played, rows);
    if (killer.done() < kills) wrong.push(`It was killed ${killer.done()} times instead of ${kills}`);
    const killed = kills > 0 ? `, ${kills} kills (--seed ${seed})` : "";
    if (wrong.length > 0) throw new Failure([...wrong, `${wrong.length} differences${killed}.`].join("\n"));
    sound = true;
    print(`0 differences${killed}, ${passed()}.`);
  } finally {
    await sql.end({ timeout: 1 });
    await service.stop();
    if (sound) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    else process.stderr.write(`What the service said is in ${service.log}.\n`);
  }
}
