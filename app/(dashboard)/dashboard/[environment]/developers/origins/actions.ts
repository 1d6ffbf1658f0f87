"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { editOrigins } from "@/lib/surfaces/journey/edit-origins";

export const addOrigin = dashboardAction({
  name: "addOrigin",
  permission: editOrigins.permission,
  input: z.object({ origin: z.string("Must be a string") }),
  work: async ({ input, ...call }) => {
    await editOrigins({ ...call, input: { add: input.origin.trim() } });
  },
});

export const removeOrigin = dashboardAction({
  name: "removeOrigin",
  permission: editOrigins.permission,
  input: z.object({ origin: z.string("Must be a string") }),
  work: async ({ input, ...call }) => {
    await editOrigins({ ...call, input: { remove: input.origin } });
  },
});
