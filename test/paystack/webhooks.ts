import { createHmac } from "node:crypto";
import { seededRandom } from "./ids";
import { type Key, owner, type State } from "./state";

const minute = 60_000;
/** Every 3 minutes four times, then hourly, for three days. */
const retries = [...Array(4).fill(3 * minute), ...Array(72).fill(60 * minute)];

export type Delivery = {
  event: string;
  owner: string;
  body: string;
  signature: string | null;
  /** What the receiver answered, one status a try; 0 when it did not. */
  answers: number[];
};

type Plan = {
  /** Sent as things happen, kept until `release`, or never. */
  sends: "at once" | "when released" | "never";
  /** So many copies of each. */
  copies: number;
  /** So many milliseconds of the clock late. */
  late: number;
};

/** Tells the addresses that were set what has happened, as well or as badly as a plan says. */
export class Webhooks {
  readonly plan: Plan = { sends: "at once", copies: 1, late: 0 };
  private readonly addresses = new Map<string, string>();
  private readonly log: Delivery[] = [];
  private held: Delivery[] = [];
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly state: State) {
    state.tell = (to, event, data) => this.tell(to, event, data);
  }

  /** Where events of an integration go: "100043 live". */
  setUrl(of: string, url: string): void {
    this.addresses.set(of, url);
  }

  setPlan(plan: Partial<Plan>): void {
    Object.assign(this.plan, plan);
  }

  /** Everything that was or will be sent. */
  all(): Delivery[] {
    return this.log;
  }

  /** Sends what was kept: in its order, the newest first, or in an order that a seed decides. */
  release(order: "in order" | "newest first" | number = "in order"): Promise<void> {
    const list = this.held.splice(0);
    if (order === "newest first") list.reverse();
    if (typeof order === "number") {
      const random = seededRandom(order);
      const places = new Map(list.map((one) => [one, random()]));
      list.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    }
    return this.inTurn(list);
  }

  /** Sends again, unchanged, what was sent before. */
  repeat(event?: string): Promise<void> {
    return this.inTurn(this.log.filter((one) => event === undefined || one.event === event));
  }

  /** Sends an event that never happened: signed with another key, with nothing, or with what is given. */
  async forge(of: string, event: string, data: object, signature?: string | null): Promise<number> {
    const body = JSON.stringify({ event, data });
    const signed = signature === undefined ? sign("sk_live_of_somebody_else", body) : signature;
    const forged: Delivery = { event, owner: of, body, signature: signed, answers: [] };
    await this.send(forged);
    return forged.answers.at(-1) ?? 0;
  }

  /** Waits until nothing is under way. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private tell(to: Key, event: string, data: object): void {
    if (this.plan.sends === "never" || !this.addresses.has(owner(to))) return;
    const body = JSON.stringify({ event, data });
    // Signed with the key that is the newest: after a change of keys the old one signs no more.
    const key = [...this.state.keys.values()].filter((one) => owner(one) === owner(to)).at(-1)?.key;
    if (!key) return;
    for (let copy = 0; copy < this.plan.copies; copy++) {
      const delivery: Delivery = { event, owner: owner(to), body, signature: sign(key, body), answers: [] };
      this.log.push(delivery);
      if (this.plan.sends === "when released") this.held.push(delivery);
      else this.state.clock.after(this.plan.late, () => this.start(delivery, 0));
    }
  }

  private start(delivery: Delivery, attempt: number): void {
    const sending = this.send(delivery).then(() => {
      this.underWay.delete(sending);
      const wait = retries[attempt];
      if (delivery.answers.at(-1) === 200 || wait === undefined || this.plan.sends === "never") return;
      this.state.clock.after(wait, () => this.start(delivery, attempt + 1));
    });
    this.underWay.add(sending);
  }

  private async inTurn(list: readonly Delivery[]): Promise<void> {
    for (const one of list) await this.send(one);
  }

  private async send(delivery: Delivery): Promise<void> {
    const url = this.addresses.get(delivery.owner);
    if (!url) return;
    const headers = {
      "content-type": "application/json",
      ...(delivery.signature === null ? {} : { "x-paystack-signature": delivery.signature }),
    };
    try {
      const signal = AbortSignal.timeout(30_000);
      const answer = await fetch(url, { method: "POST", headers, body: delivery.body, redirect: "manual", signal });
      await answer.arrayBuffer();
      delivery.answers.push(answer.status);
    } catch {
      delivery.answers.push(0);
    }
  }
}

/** HMAC-SHA512 of a raw body, in hexadecimal digits. */
export function sign(key: string, body: string): string {
  return createHmac("sha512", key).update(body).digest("hex");
}
