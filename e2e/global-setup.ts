import { sandboxOf } from "./client";
import { complaintsOf, sharedExpectations } from "./complaints";
import { copyDataDir, freePort, newDataDir, removeDataDir, startInstance } from "./instance";

/**
 * Starts the service that most tests share, on a free port and an empty data directory; BASE_URL and E2E_DATA_DIR say
 * where. What its first start made is kept in E2E_USED_DIR, for instances that tests have to themselves, and what it showed
 * of its sandbox in E2E_FIRST_SANDBOX. Answers what stops it.
 */
export default async function globalSetup() {
  const dataDir = newDataDir();
  const usedDir = newDataDir();
  const removeAll = () => [dataDir, usedDir].forEach(removeDataDir);
  try {
    const port = await freePort();
    // A test may say which address it comes from, and so have the attempts of that address to itself.
    // Nothing that a test sends reaches a real provider of payments.
    const env = { TRUSTED_PROXIES: "127.0.0.1", PAYSTACK_URL: "http://127.0.0.1:9" };
    const first = await startInstance({ dataDir, port, env });
    process.env.E2E_FIRST_SANDBOX = JSON.stringify(await sandboxOf(first.address));
    await first.stop();
    copyDataDir(dataDir, usedDir);
    const instance = await startInstance({ dataDir, port, env });
    process.env.BASE_URL = instance.address;
    process.env.E2E_DATA_DIR = dataDir;
    process.env.E2E_USED_DIR = usedDir;
    return async () => {
      await instance.stop();
      const known = sharedExpectations(dataDir);
      const complaints = complaintsOf(dataDir).filter((line) => !known.some((pattern) => pattern.test(line)));
      removeAll();
      expectNone(complaints);
    };
  } catch (error) {
    removeAll();
    throw error;
  }
}

/** Also what no test was there to be blamed for, at the start or at the end, fails the run. */
function expectNone(complaints: string[]) {
  if (complaints.length > 0) throw new Error(`The service complained:\n${complaints.join("\n")}`);
}
