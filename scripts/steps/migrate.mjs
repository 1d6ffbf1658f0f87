import "#scripts/node-version.mjs";
import { loadBundled } from "#scripts/bundle.mjs";
import { Failure, report } from "#scripts/failure.mjs";
import { root } from "#scripts/install.mjs";
import { builtSources } from "#scripts/server/built.mjs";
import { loadMigrator } from "#scripts/server/lane-bundle.mjs";
import { forPeople, serviceSettings } from "#scripts/service-settings.mjs";

/**
 * `npm run migrate`: brings the schema up to date and grants the service's role its rights, and nothing else. With the
 * settings of the service of which it needs DATABASE_URL and DATABASE_OWNER_URL alone, or on the running instance of DATA_DIR.
 */
async function main() {
  const carried =
    (await loadMigrator(root, builtSources(root))) ?? (await loadMigrator(root, builtSources(root, true)));
  const { migrateDatabase } =
    carried ?? /** @type {typeof import("../../db/migrate")} */ (await loadBundled("db/migrate.ts"));
  /** @type {Partial<Record<string, string>>} */
  const settings = { ...process.env, ...serviceSettings() };
  const { DATABASE_URL: serviceUrl = "", DATABASE_OWNER_URL: ownerUrl = serviceUrl } = settings;
  if (!serviceUrl) throw new Failure("DATABASE_URL is not set.");
  process.chdir(root);
  const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
  await migrateDatabase({ ownerUrl, serviceUrl, say });
  process.stdout.write("The database is up to date.\n");
}

await main().catch((error) => {
  report(forPeople(error));
  process.exitCode = 1;
});
