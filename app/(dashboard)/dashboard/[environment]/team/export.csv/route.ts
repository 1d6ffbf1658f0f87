import { z } from "zod";
import { csvExport } from "@/lib/edge/http/csv-export";
import { listTeam } from "@/lib/parties/team/queries";

export const GET = csvExport({
  name: "team",
  query: z.object({}),
  pages: async ({ actor }) => ({ rows: await listTeam(actor.tenant), hasMore: false }),
  columns: [
    { header: "Member id", text: ({ id }) => id },
    { header: "Name", text: ({ name }) => name },
    { header: "E-mail address", text: ({ email }) => email },
    { header: "Role", text: ({ role }) => role },
    { header: "In the team since", moment: ({ createdAt }) => createdAt },
  ],
});
