"use server";

import { z } from "zod";
import { editOrigins } from "@/lib/embed/edit-origins";
import { dashboardAction } from "@/lib/http/dashboard-action";

export const addOrigin = dashboardAction({
  name: "addOrigin",
  permission: "change",
  input: z.object({ origin: z.string("Must be a string") }),
  work: async ({ input, ...call }) => {
    await editOrigins({ ...call, input: { add: input.origin.trim() } });
  },
});

export const removeOrigin = dashboardAction({
  name: "removeOrigin",
  permission: "change",
  input: z.object({ origin: z.string("Must be a string") }),
  work: async ({ input, ...call }) => {
    await editOrigins({ ...call, input: { remove: input.origin } });
  },
});
