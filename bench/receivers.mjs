import { createServer } from "node:http";

/**
 * Receivers of webhooks, as many as the first argument says: they read what they are sent and answer 200. Says their
 * ports; sent a number, says when that many more deliveries have been answered.
 */
let count = 0;
let expected = Number.POSITIVE_INFINITY;

const ports = await Promise.all(
  Array.from({ length: Number(process.argv[2]) }, () => {
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      request.resume();
      request.once("end", () => {
        response.end("ok");
        count += 1;
        if (count === expected) process.send({ received: count });
      });
    });
    return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
  }),
);
process.on("message", (more) => {
  count = 0;
  expected = more;
});
process.on("disconnect", () => process.exit());
process.send({ ports });
