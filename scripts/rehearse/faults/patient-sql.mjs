import { setTimeout as pause } from "node:timers/promises";

/** What says that the database or its connection is not there at the moment, and no more. */
const passing = /^(CONNECT|ECONN|EPIPE|ETIMEDOUT|57|53|55P03|08|25P0)/;

/**
 * The same client, whose statements are asked again while the database is away: what asks outlives what it asks.
 * @param {import("postgres").Sql} sql @returns {import("postgres").Sql}
 */
export function patientSql(sql) {
  return new Proxy(sql, {
    apply(target, self, args) {
      // Not a statement, but a part of one.
      if (!Array.isArray(args[0]) || !("raw" in args[0])) return Reflect.apply(target, self, args);
      return again(() => Reflect.apply(target, self, args));
    },
  });
}

/** @template Answer @param {() => Promise<Answer>} ask @returns {Promise<Answer>} */
async function again(ask) {
  for (const end = Date.now() + 120_000; ; await pause(200)) {
    try {
      return await ask();
    } catch (error) {
      const { code = "" } = /** @type {{ code?: string }} */ (error);
      if (!passing.test(code) || Date.now() > end) throw error;
    }
  }
}
