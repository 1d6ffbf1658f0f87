import { addUp, complaints } from "#scripts/rehearse/add-up.mjs";
import { day } from "#scripts/rehearse/clock.mjs";
import { remit } from "#scripts/rehearse/remit.mjs";
import { differencesAtRest } from "#scripts/rehearse/restore/compare.mjs";
import { deduction } from "#scripts/rehearse/restore/load.mjs";
import { comeToRest } from "#scripts/rehearse/story.mjs";
import { printed } from "#scripts/rehearse/table.mjs";
import { countBooked, countEvents } from "./count.mjs";
import { delayLine, faultTable, unmet } from "./report.mjs";

/** One document of so many is opened at the end: each takes a while. */
const everyDocument = 20;

/**
 * Lets all come to rest, and counts. Prints what was counted.
 * @param {import("./run.mjs").Story & { struck: import("./report.mjs").Struck[], skipped: Map<string, { times: number, why: string }>,
 *   events: number, print: (text: string) => void, say: (line: string) => void }} story
 * @returns {Promise<string[]>} all that is not as it should be
 */
export async function conclude(story) {
  const { world, lenders, markets, loans, loads, borrowing, noted, struck, skipped, print, say } = story;
  for (const load of loads) await load.stop();
  await borrowing.stop();
  const again = await sendFailedAgain(story);
  const told = new Map(borrowing.told);
  for (const { kind, id } of noted.flat()) if (kind === "deduction") told.set(id, deduction * 100);
  const booked = await countBooked(world.sql, told);
  // Of what is lost nobody is owed anything: that would be waited for in vain.
  const owing = booked.lost.length + booked.doubled.length === 0 ? markets : [];
  for (const [at, { market }] of owing.entries()) {
    const count = noted[at]?.filter(({ kind }) => kind === "deduction").length ?? 0;
    if (count > 0) await remit(world, market, { lender: lenders.overProvider, amount: count * deduction });
  }
  await comeToRest(world);
  for (const lender of [lenders.overProvider, lenders.byHand]) await world.readStatement(lender);
  say("All has come to rest");

  const counted = markets.map(({ market, receiver }, at) =>
    countEvents(noted[at] ?? [], market.receiver.deliveries, receiver.taken),
  );
  const rows = await addUp(world, lenders);
  print(`\n${faultTable(struck, skipped).join("\n")}\n`);
  const all = (/** @type {(one: typeof counted[0]) => number} */ of) => counted.reduce((sum, one) => sum + of(one), 0);
  const [heard, lost, doubled] = [
    all(({ events }) => events),
    all((one) => one.lost.length),
    all((one) => one.doubled.length),
  ];
  print(
    `${heard} events, ${lost} lost, ${doubled} doubled; ${all((one) => one.again)} deliveries came again under their id`,
  );
  print(`${again} events were asked for again, since all attempts had met a fault`);
  print(delayLine(delaysOf(story)));
  print(
    `${booked.deductions} deductions, ${booked.lost.length} lost, ${booked.doubled.length} doubled or not to the kobo`,
  );
  print(`${borrowing.repaid()} loans lent and repaid meanwhile\n`);
  print(`${printed(rows).join("\n")}\n`);
  const wrong = counted.flatMap((one) => [...one.lost, ...one.doubled]);
  wrong.push(...booked.lost, ...booked.doubled);
  wrong.push(...unmet(struck).map((kind) => `Nobody met what was wrong with this: ${kind}`));
  wrong.push(...(await complaints(world, { markets: markets.map(({ market }) => market) }, rows)));
  const some = noted.flat().map((one, n) => (n % everyDocument === 0 ? one : withoutBytes(one)));
  const [{ market }] = /** @type {[typeof markets[0]]} */ (/** @type {unknown} */ (markets));
  wrong.push(...(await differencesAtRest(world, { market, noted: some, loans })));
  return [...new Set(wrong)];
}

/** @param {import("#scripts/rehearse/restore/load.mjs").Noted} noted */
function withoutBytes({ bytes: _, ...noted }) {
  return noted;
}

/**
 * What no attempt got through is listed, and asked for again, as marketplaces do (docs/webhooks.md#catching-up).
 * @param {import("./run.mjs").Story} story
 */
async function sendFailedAgain({ world, markets }) {
  const now = world.clock.now().getTime();
  const range = { from: new Date(now - 30 * day).toISOString(), to: new Date(now + day).toISOString() };
  let count = 0;
  for (const { market } of markets) {
    const body = { ...range, deliveryStatus: "FAILED" };
    count += (await market.ask("POST", "/api/v1/marketplace-api/events/redeliver", { body })).redelivered;
  }
  return count;
}

/**
 * From the answer to the first time that the event of it was taken, in milliseconds, for merchants that were created.
 * @param {import("./run.mjs").Story} story
 */
function delaysOf({ markets, noted }) {
  return markets.flatMap(({ market, receiver }, at) => {
    const events = market.receiver.deliveries.map(({ body }) => JSON.parse(body));
    const created = events.filter(({ event }) => event === "funding_request.created");
    const first = new Map(created.map((event) => [event.funding_request.id, receiver.taken.get(event.event_id)]));
    const fundings = (noted[at] ?? []).filter(({ kind }) => kind === "funding");
    return fundings.map(({ id, at: answered }) => Math.max(0, (first.get(id) ?? answered) - answered));
  });
}
