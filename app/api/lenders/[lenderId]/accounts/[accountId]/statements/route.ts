import { toLook, toPay } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listStatements } from "@/lib/lending/bank-statements/queries";
import { importAnswer, statementBody, statementList } from "@/lib/lending/bank-statements/schema";
import { bringStatement } from "@/lib/lending/proposals/bring-statement";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
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
  ...toPay,
  operationId: "importBankStatement",
  summary: "Preview or import a statement of a lender's bank account",
  description:
    "With `preview` nothing is stored; with the preview's `digest` exactly what it showed is. Lines are matched with the lender's orders by reference and amount. One with a line that names an order or a remittance is proposed; another operator who sends the same file and digest agrees, and it is imported.",
  body: statementBody,
  maxBody: maxStatementBodyBytes,
  answers: {
    200: { description: "What came, or would come, of it", body: importAnswer },
    202: { description: "Proposed to the other operators", body: proposalAnswer },
  },
  errors: bringStatement.errors,
  handle: async ({ actor: operator, params: { lenderId = "", accountId = "" }, body: input, realNow }) => {
    const { statement, proposal } = await bringStatement({ operator, lenderId, accountId, input, realNow });
    return proposal ? { status: 202, body: proposal } : { status: 200, body: statement };
  },
});
