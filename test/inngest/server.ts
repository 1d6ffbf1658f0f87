import { answerRequest } from "./api";
import { type Answer, type App, callApp, headersFor, type Thrown } from "./call";
import { type Faults, noFaults } from "./faults";
import type { Registered } from "./functions";
import type { Received, ServerEvent } from "./intake";
import { Queue } from "./queue";
import { cancels, ended, follow, type Job, type Next, newRun, type Run, retryAt, triggers } from "./run";
import { canonical, signature } from "./signature";

type Options = {
  eventKey: string;
  signingKey: string;
  /** The app, and the address at which it expects to be called. */
  app: App;
  address: string;
  /** Most calls at once, of all functions. */
  workers?: number;
};

/**
 * Inngest's server, as far as the app can tell: it takes what the app registers and refuses what the server refuses,
 * takes events, and calls functions back, signed, with their concurrency, retries, sleeps, cancellations and schedules.
 * It lives in this process and goes by the clock of `Date`, which a test moves with `advance`.
 */
export class InngestServer {
  readonly faults: Faults = noFaults();
  /** What the server would have shown to nobody: events for no function, data that the suite does not allow. */
  readonly problems: string[] = [];
  /** Every event that came in, and every run there has been. */
  readonly events: ServerEvent[] = [];
  readonly runs: Run[] = [];
  /** How often the app sent events, and steps it reported. */
  requests = 0;
  private functions: Registered[] = [];
  private readonly queue: Queue;
  private stream: Received[] = [];
  private readonly working = new Set<Promise<unknown>>();
  private readonly crons = new Map<Cron, number>();
  private readonly known = new Set<string>();
  private numbers = 0;

  constructor(readonly options: Options) {
    this.queue = new Queue(options.workers ?? 100);
  }

  /** How many calls there are and have been at once. */
  get places(): Queue["places"] {
    return this.queue.places;
  }

  /** The server's address for the app, to be put in the place of `fetch`. */
  readonly fetch = (request: Request): Promise<Response> => this.track(answerRequest(this, request));

  /** Asks the app to register its functions. @throws Error when it cannot */
  async register(): Promise<void> {
    const body = canonical({});
    const { address, signingKey, app } = this.options;
    const headers = {
      ...headersFor(address, signature(signingKey, body)),
      "x-inngest-server-kind": "cloud",
    };
    const response = await app(new Request(address, { method: "PUT", headers, body }));
    if (response.status !== 200) throw new Error(`Not registered: ${response.status} ${await response.text()}`);
  }

  /** Keeps what the app has registered, in the place of what it registered before. */
  keep(functions: Registered[]): void {
    this.functions = functions;
    this.crons.clear();
    for (const fn of functions) for (const cron of fn.crons) this.crons.set(cron, cron.after(Date.now()));
  }

  /** The functions registered, by id. */
  registered(): ReadonlyMap<string, Registered> {
    return new Map(this.functions.map((fn) => [fn.id, fn]));
  }

  /** Runs of a function that have not ended. */
  open(functionId: string): Run[] {
    return this.runs.filter(({ fn, status }) => fn.id === functionId && !ended.includes(status));
  }

  /** Takes in events, all of a request at once; they take effect when they have passed the server's stream. */
  receive(sent: readonly Received[]): void {
    const fresh = sent.filter(({ key }) => !this.known.has(key));
    for (const { key, event } of fresh) {
      this.known.add(key);
      this.events.push(event);
    }
    this.stream.push(...fresh);
    this.pump();
  }

  /** Cancels what an event cancels, and starts a run of every function it triggers. */
  private take({ event, at }: Received): void {
    for (const run of this.runs) if (!ended.includes(run.status) && cancels(run, event, at)) this.end(run, "cancelled");
    // One that is sent twice under an id of its own starts nothing the second time, and yet has cancelled.
    const isNew = this.events.filter(({ id }) => id === event.id).length < 2;
    const triggered = this.functions.filter((fn) => triggers(fn, event));
    if (triggered.length === 0 && !event.name.startsWith("inngest/"))
      this.problems.push(`nothing runs for ${event.name}`);
    for (const fn of triggered) if (isNew) this.begin(fn, event);
  }

  /** A run that is under way, for a checkpoint. */
  running(runId: string): Run | undefined {
    return this.runs.find(({ id, status }) => id === runId && !ended.includes(status));
  }

  /** Steps that a call reported before it ended; its next try counts from one again. */
  note(run: Run, jobId: string, reported: readonly { id: string; data: unknown }[]): void {
    for (const { id, data } of reported) if (!run.steps.has(id)) run.steps.set(id, { data: data ?? null });
    this.queue.resetAttempts(jobId);
  }

  /** Forgets everything, as a server does that keeps it in memory and is started again. */
  forget(): void {
    for (const run of this.runs) if (!ended.includes(run.status)) this.end(run, "cancelled", { silently: true });
    this.keep([]);
    this.stream = [];
  }

  /** Until nothing is under way and nothing more is to be done at this moment. */
  async settle(): Promise<void> {
    do {
      this.pump();
      // What the app does beside its answers, such as sending hints, shows in a request.
      await new Promise((resolve) => setTimeout(resolve, 2));
      while (this.working.size > 0) await Promise.race(this.working);
    } while (this.working.size > 0 || this.startable() !== undefined);
  }

  /**
   * Lets time pass: everything happens at its moment, and nothing more is under way at the end.
   * @param move moves the clock of `Date`, by so many milliseconds
   */
  async advance(milliseconds: number, move: (milliseconds: number) => void): Promise<void> {
    const end = Date.now() + milliseconds;
    for (;;) {
      await this.settle();
      const next = this.nextMoment();
      if (next === null || next > end) break;
      move(next - Date.now());
    }
    move(Math.max(0, end - Date.now()));
    await this.settle();
  }

  /** Whether a call or a request is under way, or one is to be made now. */
  busy(): boolean {
    this.pump();
    return this.working.size > 0;
  }

  /** When something is to be done next; null: never. */
  nextMoment(): number | null {
    if (this.faults.down) return null;
    if (this.busy()) return Date.now();
    const stream = this.stream.map(({ at }) => at + this.faults.streamDelay);
    const moments = [...stream, ...this.queue.moments(), ...this.crons.values()].filter((at) => at > Date.now());
    return moments.length > 0 ? Math.min(...moments) : null;
  }

  /** Starts everything that may be. */
  private pump(): void {
    if (this.faults.down) return;
    const passed = this.stream.filter(({ at }) => at + this.faults.streamDelay <= Date.now());
    this.stream = this.stream.filter((one) => !passed.includes(one));
    // A stream that takes its time keeps no order.
    for (const one of this.faults.streamDelay > 0 ? passed.reverse() : passed) this.take(one);
    for (const fn of this.functions) {
      for (const cron of fn.crons) {
        const at = this.crons.get(cron);
        if (at === undefined || at > Date.now()) continue;
        this.crons.set(cron, cron.after(Date.now()));
        this.begin(fn, this.internal("scheduled.timer", { cron: cron.source }));
      }
    }
    for (let job = this.startable(); job; job = this.startable()) void this.track(this.make(job));
  }

  private startable(): Job | undefined {
    return this.faults.down ? undefined : this.queue.next(Date.now());
  }

  private async make(job: Job): Promise<void> {
    const { run } = job;
    const done = this.queue.begin(job);
    run.status = "running";
    run.calls += 1;
    if (job.wakes) run.steps.set(job.wakes, null);
    try {
      const answer = await this.faults.apply(() => this.call(job), this.track);
      if (!ended.includes(run.status)) this.heed(job, answer);
    } finally {
      done();
      this.pump();
    }
  }

  private call({ id, run, stepId, attempt }: Job): Promise<Answer> {
    const { fn, event, steps, version } = run;
    const asked = { fn, runId: run.id, event, steps, stepId, attempt, version, jobId: id };
    return callApp(this.options.app, this.options.signingKey, asked);
  }

  private heed(job: Job, answer: Answer): void {
    const { run, attempt } = job;
    const now = Date.now();
    if (answer.kind === "result") {
      this.end(run, "completed", answer);
      return;
    }
    const at = answer.again instanceof Date ? answer.again.getTime() : retryAt(attempt, now);
    const again = { ...job, at, attempt: attempt + 1 };
    if (answer.kind === "failed") {
      if (answer.again === false || attempt + 1 >= run.fn.attempts) this.end(run, "failed", answer);
      else this.put(again);
      return;
    }
    if (run.version < 0) run.version = answer.version;
    const next = answer.operations.map((found) => follow(run, found, attempt, answer.again !== false, now));
    const end = next.find((one) => one.kind === "completed" || one.kind === "failed");
    if (end) this.end(run, end.kind, end);
    else if (next.some(({ kind }) => kind === "again")) this.put(again);
    else this.putNext(job, next);
  }

  private putNext(job: Job, next: readonly Next[]): void {
    const calls = new Map<string, Job>();
    for (const one of next) {
      if (one.kind !== "call") continue;
      const { at, wakes, stepId } = one;
      const id = this.newId("job");
      calls.set(`${stepId} ${wakes}`, { ...job, id, at, ahead: 0, attempt: 0, stepId, wakes });
    }
    for (const call of calls.values()) this.put(call);
    // A function that answers with nothing is asked again.
    if (calls.size === 0) this.put({ ...job, id: this.newId("job"), at: Date.now(), attempt: 0, wakes: null });
    if ([...calls.values()].every(({ wakes }) => wakes !== null) && calls.size > 0) job.run.status = "sleeping";
  }

  private put(job: Job): void {
    if (!ended.includes(job.run.status)) this.queue.add(job);
  }

  private begin(fn: Registered, event: ServerEvent): void {
    const run = newRun(this.newId("run"), fn, event, Date.now());
    this.runs.push(run);
    const ahead = 1000 * Number(fn.priority?.({ event }) ?? 0);
    // A run that is behind others starts later by as much.
    const at = Date.now() - Math.min(0, ahead);
    this.put({ id: this.newId("job"), run, at, ahead: Math.max(0, ahead), attempt: 0, stepId: "step", wakes: null });
  }

  private end(run: Run, status: "completed" | "failed" | "cancelled", how: Ending = {}): void {
    run.status = status;
    run.result = how.result ?? null;
    run.error = how.error ?? null;
    this.queue.drop(run, Date.now());
    if (how.silently || run.event.name.startsWith("inngest/function.")) return;
    const { id: run_id, fn, event, error } = run;
    const data = { function_id: fn.id, run_id, event, events: [event], ...(error ? { error } : {}) };
    const names = status === "completed" ? ["function.finished"] : ["function.finished", `function.${status}`];
    for (const name of names) {
      const told = this.internal(name, data);
      for (const fn of this.functions) if (triggers(fn, told)) this.begin(fn, told);
    }
  }

  private internal(name: string, data: Record<string, unknown>): ServerEvent {
    return { id: this.newId("event"), name: `inngest/${name}`, ts: Date.now(), data, user: {} };
  }

  newId(kind: string): string {
    this.numbers += 1;
    return `${kind}-${String(this.numbers).padStart(8, "0")}`;
  }

  private readonly track = <T>(work: Promise<T>): Promise<T> => {
    this.working.add(work);
    const done = () => void this.working.delete(work);
    work.then(done, done);
    return work;
  };
}

type Cron = Registered["crons"][number];
type Ending = { result?: unknown; error?: Thrown; silently?: boolean };
