import type { Kobo } from "@/lib/kernel/money";

/** Something that waits for a person. */
export type WorkItem = {
  id: string;
  /** Whose it is, as people say it: a name, a reference. */
  title: string;
  /** What is to be done or decided. */
  detail: string;
  /** Below `/ops/{environment}/`. */
  href: string;
  /** Since when it waits. */
  since: Date;
  /** What stands still meanwhile: who waits, and how much money. */
  cost: { who?: string; amount?: Kobo };
  /** 3: somebody may lose money, or a deadline has passed; 0: nothing is lost by waiting. */
  risk: 0 | 1 | 2 | 3;
};
