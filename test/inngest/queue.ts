import { second } from "@/lib/kernel/calendar";
import { Places } from "./places";
import type { Job, Run } from "./run";

/** How long the place of a call outlives the run it was made for: until the server next renews its hold on it. */
const afterCancel = 15 * second;

/** The calls to be made, and those under way. */
export class Queue {
  readonly places = new Places();
  private waiting: Job[] = [];
  private readonly under = new Map<Job, () => void>();
  private leaving: { at: number; leave: () => void }[] = [];

  /** @param workers most calls at once, of all functions */
  constructor(private readonly workers: number) {}

  add(job: Job): void {
    this.waiting.push(job);
  }

  /** The call to begin with now, if any may: in order, less those that have no place. */
  next(now: number): Job | undefined {
    for (const { leave } of this.leaving.filter(({ at }) => at <= now)) leave();
    this.leaving = this.leaving.filter(({ at }) => at > now);
    if (this.places.under("all") >= this.workers) return undefined;
    const due = this.waiting.filter(({ at }) => at <= now).sort((a, b) => a.at - a.ahead - (b.at - b.ahead));
    return due.find(({ run }) => this.places.hasRoom(run.fn, run.event));
  }

  /** Begins a call. @returns a function that ends it */
  begin(job: Job): () => void {
    this.waiting = this.waiting.filter((other) => other !== job);
    const leave = this.places.take(job.run.fn, job.run.event);
    this.under.set(job, leave);
    return () => {
      leave();
      this.under.delete(job);
    };
  }

  /** Takes a run out. A call of it under way goes on, in the end without its place: two of one key may overlap. */
  drop(run: Run, now: number): void {
    this.waiting = this.waiting.filter((job) => job.run !== run);
    for (const [job, leave] of this.under) if (job.run === run) this.leaving.push({ at: now + afterCancel, leave });
  }

  /** A call that has reported steps counts its tries from the start again. */
  resetAttempts(jobId: string): void {
    for (const job of [...this.under.keys(), ...this.waiting]) if (job.id === jobId) job.attempt = 0;
  }

  /** When calls are to be made, or places become free. */
  moments(): number[] {
    return [...this.waiting, ...this.leaving].map(({ at }) => at);
  }
}
