import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "#scripts/failure.mjs";
import { Refused } from "./client.mjs";
import { day, dayOf, minute } from "./clock.mjs";
import { camtOf, csvOf } from "./statements.mjs";

/**
 * @typedef {import("./client.mjs").Json} Json
 * @typedef {{ id: string, kind: "PAYSTACK" | "BY_HAND", name: string, accountId: string, number: string }} Lender
 *
 * @typedef {object} Parts
 * @property {import("./mortal-service.mjs").Service} service
 * @property {import("./bank.mjs").Bank} bank
 * @property {import("postgres").Sql} sql
 * @property {readonly [import("./people.mjs").Operator, import("./people.mjs").Operator]} operators
 * @property {import("./terminal.mjs").Terminal} terminal
 * @property {(line: string) => void} say
 */

/** How long something may take on a busy machine, in milliseconds. */
const patience = 300_000;

/**
 * What the people of a rehearsal do again and again, each time so that being interrupted changes nothing.
 * @param {Parts} parts
 */
export function worldOf({ service, bank, sql, operators, terminal, say }) {
  const { clock, paystack } = service;
  const [first, second] = operators;
  /** Ids of batches that have been typed in at the bank. @type {Set<string>} */
  const entered = new Set();
  /** By lender, the day up to which its last statement went. @type {Map<string, string>} */
  const imported = new Map();
  const begun = clock.today();

  /** Lets time pass, here and at the provider. @param {number} milliseconds */
  async function pass(milliseconds) {
    clock.advance(milliseconds);
    await paystack.follow();
  }

  /**
   * Looks until something is found; a minute passes each time that nothing is, so that nobody waits for what is asked again.
   * @template Found
   * @param {string} what
   * @param {() => Promise<Found | null | undefined | false>} find
   * @returns {Promise<Found>}
   */
  async function eventually(what, find) {
    for (let turn = 1, end = Date.now() + patience; ; turn++) {
      const found = await find();
      if (found) return found;
      if (Date.now() > end) throw new Failure(`This has not come to pass: ${what}.`);
      await pause(200);
      if (turn % 4 === 0) await pass(2 * minute);
    }
  }

  /**
   * What one operator proposes and another approves.
   * @param {string} method @param {string} path @param {object} body
   */
  async function byTwo(method, path, body) {
    await eventually(`${method} ${path}`, async () => {
      const { id, evidenceDigest } = await first.ask(method, path, { body });
      const passes = ["PROPOSAL_NOT_OPEN", "EVIDENCE_CHANGED"];
      await second.ask("POST", `/api/ops/proposals/${id}/approve`, { body: { evidenceDigest }, passes });
      return (await first.ask("GET", `/api/ops/proposals/${id}`)).status === "APPROVED";
    });
  }

  /** Has the statement of a lender's account read, from a day that the last one had too. @param {Lender} lender */
  async function readStatement({ id, kind, accountId, number }) {
    const before = new Date(`${imported.get(id) ?? begun}T00:00:00Z`).getTime() - day;
    const wanted = { account: bank.account(number), from: dayOf(new Date(before)), to: clock.today() };
    const file = kind === "BY_HAND" ? camtOf(wanted) : csvOf(wanted);
    const content = Buffer.from(file).toString("base64");
    const path = `/api/lenders/${id}/accounts/${accountId}/statements`;
    // What one of them brings counts once the other has looked at the account and brings it too.
    await eventually("the statement is imported", async () => {
      for (const { ask } of operators) {
        const { digest } = await ask("POST", path, { body: { content, preview: true } });
        const answer = await ask("POST", path, { body: { content, digest }, passes: ["STATEMENT_CHANGED"] });
        if (answer?.imported) return true;
      }
      return false;
    });
    imported.set(id, wanted.to);
  }

  /**
   * Makes, releases, downloads and types in a batch of a lender's open orders, and reads the statement of that.
   * @param {Lender} lender @param {"PAYOUTS" | "DEBITS"} kind
   */
  async function enterBatch(lender, kind) {
    const path = `/api/lenders/${lender.id}/batches`;
    const batch = await eventually(`there is a batch of ${kind.toLowerCase()}`, async () => {
      const { data } = await first.ask("GET", path);
      const open = data.find((/** @type {Json} */ one) => one.kind === kind && !entered.has(one.id));
      if (open) return open;
      try {
        await first.ask("POST", path, { body: { kind }, once: true });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
      return null;
    });
    if (batch.state === "MADE") await second.ask("POST", `${path}/${batch.id}/release`, { passes: ["BATCH_CONFLICT"] });
    const csv = await first.ask("GET", `${path}/${batch.id}/file`);
    entered.add(batch.id);
    const orders = kind === "PAYOUTS" ? bank.pay(lender.number, csv) : bank.debit(lender.number, csv);
    say(`Batch ${batch.number} of ${lender.name}: ${orders} ${kind.toLowerCase()} entered at the bank`);
    await readStatement(lender);
    return orders;
  }

  return {
    ...{ service, clock, paystack, bank, sql, operators, terminal, say },
    ...{ pass, eventually, byTwo, readStatement, enterBatch },
  };
}

/** @typedef {ReturnType<typeof worldOf>} World */
