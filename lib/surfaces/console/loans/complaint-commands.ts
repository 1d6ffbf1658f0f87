import { environments } from "@/lib/kernel/actor";
import type { ComplaintCall } from "@/lib/lending/complaints/act-on-complaint";
import { answerComplaint } from "@/lib/lending/complaints/answer-complaint";
import { closeComplaint } from "@/lib/lending/complaints/close-complaint";
import { listWaitingComplaints, readComplaint } from "@/lib/lending/complaints/queries";
import { recordComplaint } from "@/lib/lending/complaints/record-complaint";
import { answerComplaintBody, type OperatorComplaint, recordComplaintBody } from "@/lib/lending/complaints/schema";
import { takeComplaint } from "@/lib/lending/complaints/take-complaint";
import { type Command, type Context, option, requireOperator, UsageError, word } from "@/lib/surfaces/console/command";
import { describeLoan } from "@/lib/surfaces/console/describe";
import { findLoanSubject } from "@/lib/surfaces/console/queries";

const listedAtMost = 200;

export const complaintCommands: Record<string, Command> = {
  "complaint list": {
    words: [],
    about: "complaints that wait for an answer, live before test, the first deadline first",
    prepare: async ({ realNow }) => {
      const found = await Promise.all(
        environments.toReversed().map((environment) => listWaitingComplaints(environment, listedAtMost, realNow)),
      );
      const lines = found.flat().map(summed);
      return { lines: lines.length > 0 ? lines : ["No complaint waits for an answer."], perform: null };
    },
  },
  "complaint show": {
    words: ["COMPLAINT"],
    about: "what the merchant wrote, and what was answered",
    prepare: async (context) => {
      requireOperator(context, "view");
      return { lines: described(await complaintIn(context)), perform: null };
    },
  },
  "complaint record": {
    words: ["LOAN"],
    options: { words: "TEXT" },
    about: "what a merchant has told about a loan, as if it had written it itself",
    prepare: async (context) => {
      const operator = requireOperator(context, "collect");
      const parsed = recordComplaintBody.safeParse({ words: option(context, "words") });
      if (!parsed.success) throw new UsageError(`--words: ${parsed.error.issues[0]?.message}.`);
      const subject = await findLoanSubject(word(context, 0, "The loan's id or reference"));
      const call = { operator, loanId: subject.loan.id, input: parsed.data };
      return {
        lines: [...describeLoan(subject), `Record a complaint: ${parsed.data.words}`],
        perform: async (realNow) => `Its number is ${(await recordComplaint({ ...call, realNow })).number}.`,
      };
    },
  },
  "complaint take": {
    words: ["COMPLAINT"],
    about: "so that two do not work on the same",
    prepare: (context) => onComplaint(context, "Take this complaint", takeComplaint, "Taken."),
  },
  "complaint answer": {
    words: ["COMPLAINT"],
    options: { answer: "TEXT" },
    about: "tells the merchant, word for word; there is one answer",
    prepare: (context) => {
      const parsed = answerComplaintBody.safeParse({ answer: option(context, "answer") });
      if (!parsed.success) throw new UsageError(`--answer: ${parsed.error.issues[0]?.message}.`);
      const input = parsed.data;
      const answer = (call: ComplaintCall) => answerComplaint({ ...call, input });
      return onComplaint(context, `Answer: ${input.answer}`, answer, "Answered.");
    },
  },
  "complaint close": {
    words: ["COMPLAINT"],
    about: "one that is answered, once what the answer promises is done",
    prepare: (context) => onComplaint(context, "Close this complaint", closeComplaint, "Closed."),
  },
};

function complaintIn(context: Context): Promise<OperatorComplaint> {
  return readComplaint(word(context, 0, "The complaint's id"), context.realNow);
}

type Act = (call: ComplaintCall) => Promise<unknown>;

async function onComplaint(context: Context, doing: string, act: Act, done: string) {
  const operator = requireOperator(context, "collect");
  const found = await complaintIn(context);
  return {
    lines: [...described(found), doing],
    perform: async (realNow: Context["realNow"]) => {
      await act({ operator, complaintId: found.id, realNow });
      return done;
    },
  };
}

function summed({ id, number, environment, merchant, answerBy, late, status, takenBy }: OperatorComplaint): string {
  const who = takenBy ? `taken by ${takenBy.name}` : status;
  return `${number}  ${id}  ${environment}  ${merchant.businessName}  answer by ${answerBy}${late ? " LATE" : ""}  ${who}`;
}

function described(found: OperatorComplaint): string[] {
  const { loan, words, answer, madeAt } = found;
  return [
    summed(found),
    `Made at ${madeAt} about ${loan ? `loan ${loan.reference}` : "no loan"}:`,
    ...words.split("\n"),
    ...(answer === null ? [] : ["Answered:", ...answer.split("\n")]),
  ];
}
