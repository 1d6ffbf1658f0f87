type Due = { at: number; number: number; run: () => void };

/** The stand-in's own time. It passes only when a test says so. */
export class Clock {
  private time: number;
  private waiting: Due[] = [];
  private count = 0;

  constructor(start = "2026-01-05T09:00:00.000Z") {
    this.time = Date.parse(start);
  }

  now(): number {
    return this.time;
  }

  iso(): string {
    return new Date(this.time).toISOString();
  }

  /** Runs something after so many milliseconds of this clock; at once after none. */
  after(milliseconds: number, run: () => void): void {
    if (milliseconds <= 0) run();
    else this.waiting.push({ at: this.time + milliseconds, number: ++this.count, run });
  }

  /** Lets time pass: what is due on the way happens in its order and at its moment. */
  advance(milliseconds: number): string {
    return this.set(this.time + milliseconds);
  }

  /** Lets time pass up to a moment. @returns that moment */
  set(moment: string | number): string {
    const end = typeof moment === "number" ? moment : Date.parse(moment);
    if (!(end >= this.time)) throw new Error("Time does not go back");
    for (;;) {
      const [next] = this.waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.number - b.number);
      if (!next) break;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.time = next.at;
      next.run();
    }
    this.time = end;
    return this.iso();
  }
}
