import { z } from "zod";
import { parseCron } from "./cron";
import { parseExpression } from "./expression";

/** What the plan of an account allows, and the server in general. */
export const planLimits = {
  /** Calls of one function, or of one key, at once, where an account's plan does not say less. */
  concurrency: 1_000,
  concurrencyEntries: 2,
  cancellations: 5,
  triggers: 10,
  retries: 20,
  nameLength: 255,
  steps: 1_000,
} as const;

/** Where and when something is: names in expressions are looked up in it. */
type Scope = Readonly<Record<string, unknown>>;
type Rule = (scope: Scope) => unknown;

/** How many calls there may be at once: of a function, an environment or the account, for each value of the key. */
export type Limit = { limit: number; scope: "fn" | "env" | "account"; key: Rule | null };

/** A function as the server keeps it. */
export type Registered = {
  id: string;
  url: string;
  events: readonly { name: string; when: Rule | null }[];
  crons: readonly { source: string; after: (moment: number) => number }[];
  limits: readonly Limit[];
  cancel: readonly { event: string; when: Rule | null }[];
  priority: Rule | null;
  /** How often a step may be tried. */
  attempts: number;
};

/** An answer that says no, in the server's words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const eventTrigger = z.strictObject({
  event: z.string().min(1).max(planLimits.nameLength),
  expression: z.string().optional(),
});
const cronTrigger = z.strictObject({ cron: z.string().max(planLimits.nameLength) });
const concurrencyEntry = z.strictObject({
  limit: z.int().positive().max(planLimits.concurrency),
  key: z.string().optional(),
  scope: z.enum(["fn", "env", "account"]).optional(),
});
const step = z.strictObject({
  id: z.literal("step"),
  name: z.string().min(1),
  runtime: z.strictObject({ type: z.literal("http"), url: z.url({ protocol: /^https?$/ }) }),
  retries: z.strictObject({ attempts: z.int().nonnegative().max(planLimits.retries) }).optional(),
});
// The server also knows batches, debouncing, rate limits, throttling, singletons and time limits; this one does not.
const config = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  name: z.string().min(1),
  triggers: z
    .array(z.union([eventTrigger, cronTrigger]))
    .min(1)
    .max(planLimits.triggers),
  steps: z.strictObject({ step }),
  concurrency: z.preprocess(
    (given) => (typeof given === "number" ? [{ limit: given }] : [given ?? []].flat()),
    z.array(concurrencyEntry).max(planLimits.concurrencyEntries),
  ),
  cancel: z
    .array(z.strictObject({ event: z.string().min(1), if: z.string().optional() }))
    .max(planLimits.cancellations)
    .optional(),
  priority: z.strictObject({ run: z.string() }).optional(),
});
type Config = z.output<typeof config>;

const registration = z.object({
  url: z.url(),
  deployType: z.literal("ping"),
  appName: z.string().min(1),
  sdk: z.string().regex(/^js:v\d/),
  v: z.literal("0.1"),
  functions: z.array(z.unknown()).min(1),
});

/**
 * Reads what an app registers.
 * @throws Refusal of whatever the server would not take.
 */
export function readRegistration(body: unknown): { app: string; functions: Registered[] } {
  const asked = registration.safeParse(body);
  if (!asked.success) throw new Refusal(400, `Invalid request: ${z.prettifyError(asked.error)}`);
  const { appName, functions: configs, url } = asked.data;
  const functions = configs.map((given) => {
    const one = config.safeParse(given);
    if (!one.success) throw invalid(given, z.prettifyError(one.error));
    if (!one.data.id.startsWith(`${appName}-`)) throw invalid(given, "its id does not begin with the app's");
    if (!one.data.steps.step.runtime.url.startsWith(url)) throw invalid(given, "it is called at another address");
    try {
      return read(one.data);
    } catch (error) {
      throw invalid(given, error instanceof Error ? error.message : String(error));
    }
  });
  const twice = functions.find(({ id }, i) => functions.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Refusal(400, `Two functions have the id ${twice.id}`);
  return { app: appName, functions };
}

function invalid(given: unknown, why: string): Refusal {
  const id = typeof given === "object" && given !== null && "id" in given ? String(given.id) : "?";
  return new Refusal(400, `At least one function is invalid: ${id}: ${why}`);
}

function read({ id, steps, triggers, concurrency, cancel, priority }: Config): Registered {
  const named = triggers.map((trigger) => JSON.stringify(trigger));
  if (new Set(named).size < named.length) throw new Error("duplicate trigger");
  return {
    id,
    url: steps.step.runtime.url,
    events: triggers.flatMap((trigger) =>
      "event" in trigger ? [{ name: trigger.event, when: optional(trigger.expression, ["event"]) }] : [],
    ),
    crons: triggers.flatMap((trigger) =>
      "cron" in trigger ? [{ source: trigger.cron, ...parseCron(trigger.cron) }] : [],
    ),
    limits: concurrency.map(({ limit, scope = "fn", key }) => {
      if (scope !== "fn" && key === undefined) throw new Error(`a key must be specified for ${scope} scoped limits`);
      return { limit, scope, key: optional(key, ["event"]) };
    }),
    cancel: (cancel ?? []).map(({ event, if: when }) => ({
      event,
      when: when === undefined ? null : parseExpression(when, ["event", "async"], "logic"),
    })),
    priority: optional(priority?.run, ["event"]),
    attempts: 1 + (steps.step.retries?.attempts ?? 4),
  };
}

function optional(source: string | undefined, names: readonly ("event" | "async")[]): Rule | null {
  return source === undefined ? null : parseExpression(source, names);
}
