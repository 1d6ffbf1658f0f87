import { minute, second } from "@/lib/kernel/calendar";

/**
 * What tells that background work has stopped, in milliseconds. Checked by every process, also by one that runs no
 * work.
 * `overdueAfter`: something that could be claimed has waited for longer, while nobody is at work in its lane. The embedded
 * engine polls twice a second; Inngest's sweep finds within this time what it was never told of.
 * `aliveWithin`: the engine has given no sign for longer. The embedded one gives one every 10 seconds, Inngest's sweep one
 * a minute; two may fail.
 */
export const bounds = {
  embedded: { overdueAfter: minute / 2, aliveWithin: minute / 2 },
  inngest: { overdueAfter: 90 * second, aliveWithin: 150 * second },
} as const;
