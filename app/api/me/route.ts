import { route } from "@/lib/edge/http/route";
import { me } from "@/lib/parties/people/me-schema";
import { readMe } from "@/lib/parties/people/read-me";
import { anyToken } from "./any-token";

export const GET = route({
  operationId: "getMe",
  summary: "Who a token stands for",
  description: "Takes the token of any login: of a marketplace's staff, of an operator, of a merchant's account.",
  auth: anyToken,
  rate: "read",
  answers: { 200: { description: "Whoever has the token", body: me } },
  respond: ({ actor }) => readMe(actor),
});
