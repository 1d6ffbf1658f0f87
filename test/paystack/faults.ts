import { seededRandom } from "./ids";
import type { Step } from "./state";

/** What can go wrong on the wire. "Acted" means that what was asked for has happened nevertheless. */
export const wireFaults = [
  "cut before",
  "acted, then cut",
  "acted, then silence",
  "silence",
  "500",
  "acted, then 500",
  "429",
  "404",
  "refused with 200",
  "html",
  "acted, then html",
  "slow",
  "acted, then truncated",
  "empty",
  "wrong amount",
  "wrong recipient",
  "wrong domain",
  "wrong currency",
  "wrong reference",
  "revoked key",
] as const;
export type WireFault = (typeof wireFaults)[number];

/** Which requests are meant: all that agree with everything given. A path means those below it as well. */
type Matching = { method?: string; path?: string; reference?: string; key?: string };

export type Fault = Matching & {
  wire?: WireFault;
  /** Put over the answer's data, whatever it was: `{ status: "mystery" }`. */
  changes?: Record<string, unknown>;
  /** What happens to the transfer or debit that the request begins. */
  fate?: Step[];
  /** For 500: another status. For "slow": real milliseconds. For 429: seconds to wait. */
  status?: number;
  milliseconds?: number;
  retryAfter?: number;
  /** Matching requests that go well first. */
  skip?: number;
  /** How many it meets; 1 unless `until` is given, then any number until that moment of the clock. */
  times?: number;
  until?: string;
};

type Random = {
  seed: number;
  /** How often something goes wrong on the wire, from 0 to 1. */
  chance: number;
  wire: readonly WireFault[];
  /** Fates for what begins, drawn evenly; none leaves the usual one. */
  fates: readonly (readonly Step[])[];
};

type Asked = { method: string; path: string; reference: string | null; key: string | null };

/** What goes wrong: one after another as planned, then by a seed. */
export class Faults {
  private planned: (Fault & { left: number })[] = [];
  private drawn: (Random & { next: () => number }) | null = null;
  private readonly met: { fault: string; method: string; path: string }[] = [];

  constructor(private readonly now: () => number) {}

  /** Plans faults; the first that matches a request meets it. */
  plan(...faults: Fault[]): void {
    const left = ({ times, until }: Fault) => times ?? (until === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.planned.push(...faults.map((one) => ({ ...one, left: left(one) })));
  }

  /** From here on a seed decides what goes wrong. */
  random(random: Partial<Random> & { seed: number }): void {
    const usual = { chance: 0.3, wire: wireFaults.filter((one) => one !== "slow" && one !== "revoked key"), fates: [] };
    this.drawn = { ...usual, ...random, next: seededRandom(random.seed) };
  }

  /** Nothing goes wrong any more. */
  calm(): void {
    this.planned = [];
    this.drawn = null;
  }

  /** What has gone wrong so far. */
  log(): readonly { fault: string; method: string; path: string }[] {
    return this.met;
  }

  /** What a request meets: the first planned fault that matches, with the first planned fate if it begins something. */
  meet(asked: Asked): Fault {
    const begins = asked.method === "POST" && /^\/(transfer|transaction\/charge_authorization)$/.test(asked.path);
    const { fate: drawnFate, ...drawn }: Fault = this.draw();
    const goesWrong = (one: Fault) => one.wire !== undefined || one.changes !== undefined;
    const wrong: Fault = this.next(asked, goesWrong) ?? drawn;
    const fate = begins
      ? (wrong.fate ?? this.next(asked, (one) => one.fate !== undefined && !goesWrong(one))?.fate ?? drawnFate)
      : undefined;
    if (wrong.wire) this.met.push({ fault: wrong.wire, method: asked.method, path: asked.path });
    return { ...wrong, fate };
  }

  private next(asked: Asked, wanted: (one: Fault) => boolean): Fault | undefined {
    for (const one of this.planned) {
      if (one.left <= 0 || (one.until !== undefined && this.now() >= Date.parse(one.until))) continue;
      if (!wanted(one) || !matches(one, asked)) continue;
      if (one.skip) one.skip -= 1;
      else {
        one.left -= 1;
        return one;
      }
    }
    return undefined;
  }

  private draw(): Fault {
    if (!this.drawn) return {};
    const { next, chance, wire, fates } = this.drawn;
    const [wrong, which, fated] = [next(), next(), next()];
    const fate = fates[Math.floor(fated * fates.length)];
    const fault = wrong < chance ? wire[Math.floor(which * wire.length)] : undefined;
    return { ...(fault ? { wire: fault } : {}), ...(fate ? { fate: [...fate] } : {}) };
  }
}

function matches({ method, path, reference, key }: Matching, asked: Asked): boolean {
  return (
    (method === undefined || method === asked.method) &&
    (path === undefined || path === asked.path || asked.path.startsWith(`${path}/`)) &&
    (reference === undefined || reference === asked.reference) &&
    (key === undefined || key === asked.key)
  );
}
