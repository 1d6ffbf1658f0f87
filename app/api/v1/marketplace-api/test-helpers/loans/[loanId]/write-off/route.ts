import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { reasonBody } from "@/lib/lending/servicing/schema";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";

export const POST = loanRoute(testLoan, {
  operationId: "writeOffTestLoan",
  summary: "Write off a defaulted loan (test)",
  description:
    "Writes off what is outstanding; whatever comes in afterwards is a recovery. A written-off loan stays as it is.",
  body: reasonBody,
  answer: "Written off",
  act: ({ input: { reason = "Nothing more is expected." }, ...call }) => writeOffLoan({ ...call, input: { reason } }),
});
