import { listWrongBooks, readStuck } from "@/lib/surfaces/console/stuck/read-stuck";
import type { WorkSource } from "./source";

export const stuckWork: WorkSource = {
  name: "stuck",
  label: "Stuck work",
  permission: "manage",
  read: async ({ environment, limit }) => {
    const stuck = await readStuck(environment);
    return {
      count: stuck.length,
      items: stuck.slice(0, limit).map(({ task, id, owner, failures, cause, firstFailedAt: since }) => ({
        ...{ id: `${task} ${id}`, title: task, detail: `Failed ${failures} times: ${cause}`, href: "stuck", since },
        cost: { who: owner ?? "The service itself" },
        risk: 2,
      })),
    };
  },
};

export const wrongBooks: WorkSource = {
  name: "books",
  label: "Wrong books",
  permission: "manage",
  read: async ({ environment, limit }) => {
    const found = await listWrongBooks(environment);
    return {
      count: found.length,
      items: found.slice(0, limit).map(({ id, loanId, foundAt: since }) => ({
        ...{ id, title: loanId, detail: "A check found its books wrong", href: "stuck", since },
        cost: {},
        risk: 3,
      })),
    };
  },
};
