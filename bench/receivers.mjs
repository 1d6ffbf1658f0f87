import { startReceiver } from "#receiver";

/**
 * Receivers of webhooks, as many as the first argument says: they read what they are sent and answer 200. Says their
 * addresses; sent a number, says when that many more deliveries have been answered.
 */
let count = 0;
let expected = Number.POSITIVE_INFINITY;

const receivers = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () =>
    startReceiver({
      answer: (_, response) => {
        response.end("ok");
        count += 1;
        if (count === expected) process.send?.({ received: count });
      },
    }),
  ),
);
process.on("message", (more) => {
  // What has come so far is of no interest any more.
  for (const { deliveries } of receivers) deliveries.length = 0;
  count = 0;
  expected = Number(more);
});
process.on("disconnect", () => process.exit());
process.send?.({ urls: receivers.map(({ url }) => url) });
