import { day } from "@/lib/kernel/calendar";
import { bell, drawFrom } from "./draw";
import type { Plan } from "./plan";

/** Sunday first: people order before the weekend. */
const weekdays = [0.72, 0.93, 0.96, 1.0, 1.1, 1.21, 1.08];

type Selling = Pick<Plan, "ref" | "monthly" | "growth" | "swing" | "shelf">;

/** Naira; may begin before it joined. `begin`: of the programme. */
export function salesBetween(plan: Selling, begin: Date, from: Date, to: Date): number {
  let sum = 0;
  for (let at = from.getTime(); at < to.getTime(); at += day) {
    const share = Math.min(1, (to.getTime() - at) / day);
    sum += share * salesOn(plan, begin, new Date(at));
  }
  return sum;
}

function salesOn({ ref, monthly, growth, swing, shelf }: Selling, begin: Date, at: Date): number {
  const days = (at.getTime() - begin.getTime()) / day;
  const month = at.toISOString().slice(0, 7);
  const weeks = bell(drawFrom(`${ref} ${Math.floor(days / 7)}`));
  const noise = Math.exp(swing * (weeks + bell(drawFrom(`${ref} ${month}`))) - swing ** 2);
  const season = shelf.season[at.getUTCMonth()] ?? 1;
  return (monthly / 30.4) * season * (1 + growth) ** (days / 30.4) * noise * (weekdays[at.getUTCDay()] ?? 1);
}
