import { notFound } from "@/lib/errors";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

/** Any other address under /api answers with a problem document, not a page. */
const nowhere = route({
  operationId: "nowhere",
  summary: "Unknown address",
  auth: anyone,
  rate: "read",
  answers: {},
  handle: async () => {
    throw notFound("address");
  },
});

export { nowhere as DELETE, nowhere as GET, nowhere as PATCH, nowhere as POST, nowhere as PUT };
