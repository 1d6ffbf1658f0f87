import { route } from "@/lib/edge/http/route";
import { callbackQuery, connectionStatusAnswer } from "@/lib/surfaces/account/connections/schema";
import { answerTo } from "./answer";
import { bringer } from "./bringer";
import { withPages } from "./pages";

const operation = route({
  operationId: "finishConnection",
  summary: "Take a marketplace's answer",
  description:
    "Where marketplaces send merchants back to (RFC 6749, section 4.1.2; `iss` as in RFC 9207 is needed). The code is " +
    "exchanged, and the first record says which merchant it is. An answer counts once, for ten minutes, for the account " +
    "and the session that began, also where nothing comes of it: after `ACCESS_REFUSED`, begin again. A browser needs the " +
    "one in which its page began, and is sent on to a page. `HEAD` takes no answer.",
  auth: bringer,
  rate: "write",
  query: callbackQuery,
  answers: {
    200: { description: "Connected, or waiting for the first record", body: connectionStatusAnswer },
    303: { description: "For a browser: where it goes on", headers: ["Location"] },
  },
  errors: ["ACCESS_REFUSED"],
  handle: answerTo,
});

export const GET = withPages(operation);
