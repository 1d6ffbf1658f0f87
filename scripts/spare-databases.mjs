import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";

/** One for each test process (vitest.config.mjs): all may want one at the same moment. */
const spares = availableParallelism() + 1;

/**
 * Keeps copies of the template ready for `useDatabase()`, which takes one with `take_spare()`. A copy begins with writing
 * out whatever the tests under way have changed; made only when it is wanted, every file would wait for that.
 * @param {string} adminUrl @param {string} template
 */
export async function keepSpares(adminUrl, template) {
  const { default: postgres } = await import("postgres");
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await sql`create table spares (name text primary key)`;
  await sql`
    create function take_spare() returns text language sql as $$
      with taken as (
        delete from spares where name = (select name from spares limit 1 for update skip locked) returning name
      )
      select name from taken, pg_notify('spare_taken', '')
    $$`;
  let stopped = false;
  let making = Promise.resolve();
  const make = async () => {
    if (stopped) return;
    const name = `t_${randomBytes(8).toString("hex")}`;
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
    await sql`insert into spares values (${name})`;
  };
  const makeAnother = () => {
    // Without a spare a file makes its own copy: that is slower, and tells what is wrong.
    making = making.then(make).catch(() => {});
  };
  await sql.listen("spare_taken", makeAnother);
  for (let i = 0; i < spares; i++) makeAnother();
  return async () => {
    stopped = true;
    await making;
    await sql.end();
  };
}
