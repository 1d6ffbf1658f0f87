import { and, eq, or } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts, lenders } from "@/db/schema/lenders";
import { loans, mandates } from "@/db/schema/loans";
import type { Environment } from "@/lib/kernel/actor";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { findProposal, type Proposal } from "@/lib/lending/proposals/queries";
import { findRemittanceBreak } from "@/lib/lending/remittances/breaks";
import { findRemitter } from "@/lib/lending/remittances/queries";
import { type Batch, findBatch } from "@/lib/lending/transfers/batches/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";

// What is named at an address of one environment, and is of the other, does not exist there.

export async function loanAt({ operator, environment, realNow }: ConsoleScope, loanId: string) {
  const on = await operatorOn(operator, loanId, realNow);
  if (on.actor.tenant.environment !== environment) throw notFound("loan");
  return on;
}

export async function requireMandateOf(loanId: string, mandateId: string): Promise<void> {
  const of = and(eq(mandates.id, mandateId), eq(mandates.loanId, loanId));
  const [mandate] = await db().select({ id: mandates.id }).from(mandates).where(of);
  if (!mandate) throw notFound("mandate");
}

/** @param name its id, or the reference that people know it by */
export async function loanNamed(environment: Environment, name: string): Promise<string> {
  const [loan] = await db()
    .select({ id: loans.id })
    .from(loans)
    .where(and(eq(loans.environment, environment), or(eq(loans.id, name), eq(loans.reference, name))));
  if (!loan) throw invalidField("loan", "No loan has this reference");
  return loan.id;
}

export async function requireLenderAt(environment: Environment, lenderId: string): Promise<{ name: string }> {
  const [lender] = await db()
    .select({ name: lenders.name })
    .from(lenders)
    .where(and(eq(lenders.id, lenderId), eq(lenders.environment, environment)));
  if (!lender) throw notFound("lender");
  return lender;
}

export async function batchAt(environment: Environment, batchId: string): Promise<Batch & { lender: string }> {
  const batch = await findBatch(batchId);
  const { name: lender } = await requireLenderAt(environment, batch.lenderId);
  return { ...batch, lender };
}

export async function accountAt(environment: Environment, accountId: string) {
  const [account] = await db().select().from(lenderAccounts).where(eq(lenderAccounts.id, accountId));
  if (!account || account.state === "PROPOSED") throw notFound("lender account");
  const { name: lender } = await requireLenderAt(environment, account.lenderId);
  const { id, lenderId, bankCode, lastFour, holder, collects, state } = account;
  return { id, lenderId, lender, bankCode, lastFour, holder, collects, state };
}

export async function remitterAt(environment: Environment, remitterId: string) {
  const remitter = await findRemitter(remitterId);
  if (remitter?.environment !== environment) throw notFound("remittance");
  return remitter;
}

export async function requireRemittanceBreakAt(environment: Environment, breakId: string): Promise<void> {
  const found = await findRemittanceBreak(breakId);
  if (!found) throw notFound("break");
  await requireLenderAt(environment, found.lenderId);
}

/** What is of no environment is in both. */
export async function proposalAt(environment: Environment, proposalId: string): Promise<Proposal> {
  const proposal = await findProposal(proposalId);
  if (proposal.environment !== null && proposal.environment !== environment) throw notFound("proposal");
  return proposal;
}
