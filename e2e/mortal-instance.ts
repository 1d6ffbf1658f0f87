import { expect } from "playwright/test";
import type postgres from "postgres";
import { unfinished } from "./audit";
import { withoutDatabase } from "./complaints";
import { connect } from "./database";
import { test } from "./fixtures";
import { databasePid, freePort, type Instance, removeDataDir, startInstance, usedDataDir } from "./instance";

/** What a crash takes with it. */
export type Crash = "the web server" | "service, web server and database";

/** Asked often: the kill comes at once when what it waits for is there. */
export const soon = { intervals: [10] };

/** An instance of its own, which a test may kill and start again on the same data. */
class MortalInstance {
  dataDir = "";
  /** As it runs now: others after every start. */
  instance!: Instance;
  sql!: postgres.Sql;
  private env: Record<string, string> = {};

  async begin(settings: Settings): Promise<void> {
    this.dataDir = usedDataDir();
    this.env = await settings();
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

  /** Waits until nothing is under way; one test merchant of the sandbox waits for a person, and its request with it. */
  async rests(): Promise<void> {
    const left = async () => (await unfinished(this.sql)).filter((what) => !what.startsWith("request "));
    await expect.poll(left).toEqual([]);
  }

  /** Holds the scores back, so that what is accepted from now on stays unscored until everything is killed. */
  async holdScores(): Promise<void> {
    const holder = await this.sql.reserve();
    await holder`begin`;
    await holder`lock table scores in share mode`;
  }

  /** The crash comes once so many submissions have been accepted and not scored. */
  async killAmidScoring(crash: Crash, waiting: number): Promise<void> {
    await expect.poll(() => this.submissionsThat("QUEUED"), soon).toBeGreaterThanOrEqual(waiting);
    this.kill(crash);
    await this.died();
  }

  /** How many submissions are in a status. */
  async submissionsThat(status: string): Promise<number> {
    return (await this.sql`select count(*)::int from submissions where status = ${status}`)[0]?.count;
  }

  async end(): Promise<void> {
    await this.sql?.end({ timeout: 1 });
    await this.instance?.stop();
    removeDataDir(this.dataDir);
  }

  private async start(port: number): Promise<void> {
    this.instance = await startInstance({ dataDir: this.dataDir, port, env: this.env });
    this.sql = connect(this.dataDir);
  }
}

/** Of the service, as it is started. */
type Settings = () => Promise<Record<string, string>>;

/** One for the tests of a file, one test after the other; its data go with it. */
export function mortalInstance(settings: Settings = async () => ({})): MortalInstance {
  const mortal = new MortalInstance();
  test.describe.configure({ mode: "default" });
  test.beforeAll(() => mortal.begin(settings));
  test.beforeEach(({ complaining }) => {
    // The service says the one of its web server, and may say the other while its database recovers.
    complaining.allow(/has ended unexpectedly/);
    complaining.allow(withoutDatabase);
  });
  test.afterAll(() => mortal.end());
  return mortal;
}
