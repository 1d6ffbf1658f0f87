import type { OperatorUser } from "@/lib/kernel/actor";
import { refuseInvalid } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { fieldErrors } from "@/lib/kernel/validation";
import { loanOperations } from "@/lib/lending/proposals/loan-operations";
import { operateLoan } from "@/lib/lending/proposals/operate-loan";
import { previewOperation } from "@/lib/lending/proposals/preview-operation";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import type { ActInput, SeenActInput, ShownPreview } from "./acts-schema";

type Acting<Input = ActInput> = { operator: OperatorUser; input: Input; realNow: RealTime };

/** What the act would do, by doing it and taking it back. */
export async function previewAct(call: Acting): Promise<ShownPreview> {
  const { takesTwo, seen, before, after, journals, mails } = await previewOperation(operationOf(call));
  const asksMerchant = after.proposal !== null && after.proposal.id !== before.proposal?.id;
  return { takesTwo, seen, asksMerchant, before: standing(before), after: standing(after), journals, mails };
}

/**
 * As its preview showed it. The id of the proposal, where another operator has to agree; null: it is done.
 * @throws CodedError EVIDENCE_CHANGED once the loan is another than was shown
 */
export async function doAct(call: Acting<SeenActInput>): Promise<{ proposalId: string | null }> {
  const { seen, ...input } = call.input;
  const { proposal } = await operateLoan({ ...operationOf({ ...call, input }), seen });
  return { proposalId: proposal?.id ?? null };
}

function operationOf({ operator, input, realNow }: Acting) {
  const { loanId, act: name, ...fields } = input;
  return { name, operator, loanId, input: bodyOf(name, fields), realNow };
}

const numbers = ["deductionPercentage", "minimumDeduction", "amount"];

/** As the operation takes it: a form has all fields and only texts. */
function bodyOf(name: ActInput["act"], fields: Omit<ActInput, "loanId" | "act">): { reason: string } {
  const { body } = loanOperations[name];
  const { installments, ...texts } = fields;
  const plan = installments?.map(({ dueDate, amount }) => ({ dueDate, amount: Number(amount) }));
  const given = Object.entries(texts).map(
    ([field, value]) => [field, value && numbers.includes(field) ? Number(value) : value] as const,
  );
  const asked = [...given, ["installments", plan] as const].filter(([field, value]) => value && field in body.shape);
  const raw = Object.fromEntries(asked);
  const parsed = body.safeParse(raw);
  if (!parsed.success) refuseInvalid(fieldErrors(parsed.error, raw, "form"));
  return body.parse(raw);
}

function standing(loan: LoanStatusAnswer): ShownPreview["before"] {
  return {
    status: loan.status,
    outstanding: loan.outstanding.total,
    overdue: loan.health.overdueAmount,
    paid: loan.totalPaid,
    writtenOff: loan.writtenOff,
    recovered: loan.recovered,
    percentage: loan.deduction.percentage,
    minimum: loan.deduction.minimum,
    dueDate: loan.dueDate,
    paused: loan.deduction.paused,
    schedule: loan.schedule.map(({ installment, ...one }) => ({ number: installment, ...one })),
  };
}
