import { setTimeout as pause } from "node:timers/promises";
import { minute } from "#scripts/rehearse/clock.mjs";
import { between, lasting, oneOf } from "./scene.mjs";

/** @typedef {import("./scene.mjs").Kind} Kind */

/** A lease, and what another's clock may be ahead, and a moment. */
const pastLease = 70_000;

/** Steps of a machine's clock: its signatures are still young enough for whoever it sends them to. */
const step = 2 * minute;

/** What goes wrong with processes, their engines and their clocks. @type {readonly Kind[]} */
export const serverFaults = [
  {
    name: "a server killed",
    weight: 36,
    strike: async ({ servers }, random) => {
      const server = oneOf(random, servers);
      await server.halt();
      await pause(between(random, 0, 1_000));
      await server.start();
    },
  },
  {
    name: "both servers killed",
    weight: 12,
    strike: async ({ servers }) => {
      await Promise.all(servers.map(({ halt }) => halt()));
      await Promise.all(servers.map(({ start }) => start()));
    },
  },
  {
    name: "a server told to end",
    weight: 10,
    strike: async ({ servers }, random) => {
      const server = oneOf(random, servers);
      await server.end();
      await server.start();
    },
  },
  {
    name: "a server frozen",
    weight: 12,
    strike: async ({ servers }, random) => {
      const server = oneOf(random, servers);
      server.freeze();
      await pause(between(random, 500, 6_000));
      server.thaw();
    },
  },
  {
    name: "a server frozen past its leases",
    weight: 2,
    strike: async ({ servers }, random) => {
      const server = oneOf(random, servers);
      server.freeze();
      await pause(pastLease);
      server.thaw();
    },
  },
  {
    name: "job engines stopped",
    weight: 8,
    strike: async ({ service, servers, sql }, random) => {
      for (const { end, start } of servers) {
        await end();
        await start({ JOBS: "off" });
      }
      const due = () => sql`select 1 from deliveries where due_at <= ${service.clock.now()}`;
      const waiting = async () => (await due()).length;
      const met = await lasting(between(random, 500, 3_000), waiting);
      for (const { end, start } of servers) {
        await end();
        await start();
      }
      return met;
    },
  },
  {
    name: "all clocks step ahead",
    weight: 8,
    strike: async ({ service }, random) => {
      service.clock.advance(between(random, 1_000, step));
      await service.paystack.follow();
    },
  },
  {
    name: "a clock steps ahead, and back",
    weight: 6,
    strike: async ({ clockBeside }, random) => {
      clockBeside.step(between(random, 1_000, step));
      await pause(between(random, 1_000, 5_000));
      clockBeside.step(0);
    },
  },
  {
    name: "a clock steps back, and ahead",
    weight: 6,
    strike: async ({ clockBeside }, random) => {
      clockBeside.step(-between(random, 1_000, step));
      await pause(between(random, 1_000, 5_000));
      clockBeside.step(0);
    },
  },
];
