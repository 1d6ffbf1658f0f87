import { toLook, toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { readFormat } from "@/lib/lending/bank-statements/queries";
import { statementFormatAnswer, statementFormatBody } from "@/lib/lending/bank-statements/schema";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";

export const GET = route({
  ...toLook,
  operationId: "readStatementFormat",
  summary: "Read how a bank account's statements are read",
  description: "Its format, the columns of CSV, and the rules for the bank's own charges.",
  answers: { 200: { description: "The format", body: statementFormatAnswer } },
  errors: readFormat.errors,
  respond: ({ params: { lenderId = "", accountId = "" } }) => readFormat({ lenderId, accountId }),
});

export const PUT = route({
  ...toPay,
  operationId: "setStatementFormat",
  summary: "Say how a bank account's statements are read",
  description:
    "One format for all of them. With another format or other columns, only days after the last imported one are taken.",
  body: statementFormatBody,
  answers: { 200: { description: "The format as it is now", body: statementFormatAnswer } },
  errors: setStatementFormat.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "" }, body: input, realNow }) =>
    setStatementFormat({ operator, lenderId, accountId, input, realNow }),
});
