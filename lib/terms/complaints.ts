/** OPEN: nobody has it yet. TAKEN: an operator has. ANSWERED: what was promised is still to be done. */
export const complaintStates = ["OPEN", "TAKEN", "ANSWERED", "CLOSED"] as const;
export type ComplaintState = (typeof complaintStates)[number];

/** Those that wait for an answer. */
export const unansweredStates = ["OPEN", "TAKEN"] as const satisfies readonly ComplaintState[];

/** Calendar days within which a complaint is answered (docs/complaints.md#deadline). */
export const complaintDays = 14;

/** Complaints of one merchant that may wait for an answer at a time. */
export const mostUnanswered = 5;

/** Characters of a complaint, and of its answer. */
export const complaintLength = 2_000;
