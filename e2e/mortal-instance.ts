import type postgres from "postgres";
import { withoutDatabase } from "./complaints";
import { connect } from "./database";
import { test } from "./fixtures";
import { databasePid, freePort, type Instance, newDataDir, removeDataDir, startInstance } from "./instance";

/** What a crash takes with it. */
export type Crash = "the web server" | "service, web server and database";

/** An instance of its own, which a test may kill and start again on the same data. */
class MortalInstance {
  dataDir = "";
  /** As it runs now: others after every start. */
  instance!: Instance;
  sql!: postgres.Sql;

  async begin(): Promise<void> {
    this.dataDir = newDataDir();
    await this.start(await freePort());
  }

  /** All in the same moment: they are stopped first, so that none notices that another is gone. */
  kill(crash: Crash): void {
    const { pid, serverPid } = this.instance;
    const pids = crash === "the web server" ? [serverPid()] : [serverPid(), pid, databasePid(this.dataDir)];
    for (const signal of ["SIGSTOP", "SIGKILL"]) for (const one of pids) process.kill(one, signal);
  }

  /** Waits until what was killed is gone. */
  async died(): Promise<void> {
    await this.sql.end({ timeout: 0 }).catch(() => {});
    await this.instance.ended;
  }

  /** Starts what was killed, at the same address. */
  startAgain(): Promise<void> {
    return this.start(this.instance.port);
  }

  async end(): Promise<void> {
    await this.sql?.end({ timeout: 1 });
    await this.instance?.stop();
    removeDataDir(this.dataDir);
  }

  private async start(port: number): Promise<void> {
    this.instance = await startInstance({ dataDir: this.dataDir, port });
    this.sql = connect(this.dataDir);
  }
}

/** One for the tests of a file, one test after the other; its data go with it. */
export function mortalInstance(): MortalInstance {
  const mortal = new MortalInstance();
  test.describe.configure({ mode: "default" });
  test.beforeAll(() => mortal.begin());
  test.beforeEach(({ complaining }) => {
    // The service says the one of its web server, and may say the other while its database recovers.
    complaining.allow(/has ended unexpectedly/);
    complaining.allow(withoutDatabase);
  });
  test.afterAll(() => mortal.end());
  return mortal;
}
