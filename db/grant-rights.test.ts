import postgres from "postgres";
import { expect, test } from "vitest";
import { checkSchema } from "@/db/check-schema";
import { clearMigrations, tryMigrations } from "@/test/migrations";

clearMigrations();

const one = { "0000_one": "create table loans (id int primary key)" };
/** As 0026 does: from its commit on, whoever adds a loan writes into another table as well. */
const noting = `create table loan_changes (id bigint generated always as identity, loan int);--> statement-breakpoint
create table journals (number int);--> statement-breakpoint
create table events (number int);--> statement-breakpoint
create function note_loans() returns trigger language plpgsql as $$
begin
  insert into loan_changes (loan) select id from added;
  return null;
end $$;--> statement-breakpoint
create trigger noting after insert on loans referencing new table as added for each statement execute function note_loans();`;

test("what a migration makes the service may use from its commit on, also while a later one is at work, or fails", async () => {
  const { sql, migrate, folder, addRole } = await tryMigrations();
  const serviceUrl = await addRole();
  await migrate(one, { serviceUrl });
  const service = postgres(serviceUrl, { max: 1 });
  try {
    await service`insert into loans values (1)`;
    const two = { ...one, "0001_two": noting };
    const three = { ...two, "0002_three": "alter table loans add column id int" };
    await expect(migrate(three, { serviceUrl })).rejects.toThrow("Migration 0002_three failed");
    await service`insert into loans values (2), (3)`;
    expect(await sql`select loan from loan_changes order by loan`).toEqual([{ loan: 2 }, { loan: 3 }]);
    await service`insert into journals values (1)`;
    await service`insert into events values (1)`;
    const forbidden = { code: "42501" };
    for (const name of ["journals", "events"]) {
      await expect(service`update ${service(name)} set number = 2`).rejects.toMatchObject(forbidden);
      await expect(service`truncate ${service(name)}`).rejects.toMatchObject(forbidden);
    }
    await expect(service`delete from journals`).rejects.toMatchObject(forbidden);
    await service`delete from events`;
    await checkSchema(service, folder(two));
    await sql`revoke insert on loan_changes from ${sql(new URL(serviceUrl).username)}`;
    // Of somebody else's in the same schema it knows nothing.
    await sql`create table of_others (id int)`;
    await sql`alter table of_others owner to pg_database_owner`;
    await expect(checkSchema(service, folder(two))).rejects.toThrow(
      /^The role \w+ lacks rights on loan_changes\. Run npm run migrate with this DATABASE_URL and the owner's /,
    );
    await migrate(two, { serviceUrl });
    await checkSchema(service, folder(two));
  } finally {
    await service.end();
  }
});
