import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { importStatement } from "@/lib/lending/bank-statements/import-statement";
import { listStatements } from "@/lib/lending/bank-statements/queries";
import { importAnswer, statementBody, statementList } from "@/lib/lending/bank-statements/schema";
import { maxStatementBodyBytes } from "@/lib/terms/bank-statements/constants";

export const GET = route({
  ...toLook,
  operationId: "listBankStatements",
  summary: "List the statements of a lender's bank account",
  description: "Newest first, with the days that none of them has.",
  query: pageQuery,
  answers: { 200: { description: "The statements", body: statementList } },
  errors: listStatements.errors,
  respond: ({ params: { lenderId = "", accountId = "" }, query }) => listStatements({ lenderId, accountId, ...query }),
});

export const POST = route({
  ...toManage,
  operationId: "importBankStatement",
  summary: "Preview or import a statement of a lender's bank account",
  description:
    "With `preview` nothing is stored; with the preview's `digest` exactly what it showed is. Lines are matched with the lender's orders by reference and amount, and what they show is booked.",
  body: statementBody,
  maxBody: maxStatementBodyBytes,
  answers: { 200: { description: "What came, or would come, of it", body: importAnswer } },
  errors: importStatement.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "" }, body: input, realNow }) =>
    importStatement({ operator, lenderId, accountId, input, realNow }),
});
