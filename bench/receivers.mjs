import { startReceiver } from "#receiver";

/**
 * Receivers of webhooks, as many as the first argument says: they read what they are sent and answer 200. Says their
 * addresses; sent a number, says when that many more deliveries have been answered, and when each event first came, if
 * that was asked for with `{ count, times: true }`.
 */
let count = 0;
/** @type {Map<unknown, number> | undefined} */
let times;
let expected = Number.POSITIVE_INFINITY;

const receivers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    startReceiver({
      answer: ({ eventId }, response) => {
        if (times && !times.has(eventId)) times.set(eventId, performance.timeOrigin + performance.now());
        response.end("ok");
        count += 1;
        if (count === expected) process.send?.({ received: count, times: times && [...times] });
      },
    }),
  ),
);
process.on("message", (/** @type {number | { count: number }} */ more) => {
  // What has come so far is of no interest any more.
  for (const { deliveries } of receivers) deliveries.length = 0;
  count = 0;
  expected = typeof more === "object" ? more.count : more;
  times = typeof more === "object" ? new Map() : undefined;
});
process.on("disconnect", () => process.exit());
process.send?.({ urls: receivers.map(({ url }) => url) });
