import "#scripts/node-version.mjs";
import { buildApplication } from "#scripts/build.mjs";
import { report } from "#scripts/failure.mjs";
import { installDependencies } from "#scripts/install.mjs";

/**
 * `npm run build`: installs what serves and builds all of it, for `scripts/server.mjs` here or wherever this folder is carried. With
 * FAST_LANE=off, of everything by Next.
 */
try {
  await installDependencies({ service: true });
  const sources = await buildApplication({ whole: process.env.FAST_LANE === "off" });
  process.stdout.write(`Built, of sources ${sources.slice(0, 12)}.\n`);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
