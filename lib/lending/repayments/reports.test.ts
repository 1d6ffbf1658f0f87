import { beforeAll, describe, expect, test } from "vitest";
import { CodedError } from "@/lib/kernel/errors";
import { useDatabase } from "@/test/database";
import { setLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, failedEvent, report } from "@/test/factories/repayment";
import { minuteOf, outset, ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";

useDatabase();

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

describe("a deduction where there is no debt", () => {
  test.each(["APPROVED", "ACCEPTED", "DISBURSING", "CANCELLED"] as const)(
    "%s: owed to the merchant, and a break",
    async (status) => {
      const { merchantId } = await anyMerchant(market.test);
      const none = new ServicedLoan(market.test, await undisbursedLoan(market.test, { merchantId }, status));
      const { id } = await none.deduct(70_000, { reference: "astray" });
      expect(await none.figures()).toEqual({ ...outset, status, principal: 0, interest: 0, overpaid: 70_000 });
      expect(await none.accounts()).toEqual({ CASH: 70_000, OVERPAYMENT: -70_000 });
      expect(await none.journals()).toEqual(["LIABILITY"]);
      expect(await none.breaks()).toMatchObject([
        { type: "WRONG_LOAN", status: "OPEN", repaymentEventId: id, expected: 0, actual: 70_000 },
      ]);
      expect(await none.eventTypes()).toEqual([]);

      await none.reverse("astray", 20_000);
      expect(await none.accounts()).toEqual({ CASH: 50_000, OVERPAYMENT: -50_000 });
      await none.reverse("astray", 50_001);
      expect(await none.breakTypes()).toEqual(["WRONG_LOAN OPEN", "AMOUNT OPEN"]);
      await none.reverse("astray", 50_000);
      expect(await none.accounts()).toEqual({});
      expect(await none.figures()).toMatchObject({ status, overpaid: 0, receivable: 0 });
    },
  );

  test("and a reversal that came before it takes it back there", async () => {
    const loan = await servicedLoan(market.test);
    await setLoan(market.test, loan.loan.id, { status: "CANCELLED" });
    await loan.reverse("later", 30_000);
    await loan.deduct(70_000, { reference: "later" });
    expect((await loan.row()).held).toBe(40_000);
  });
});

describe("reports that are repeated", () => {
  const refusalOf = async (sending: Promise<unknown>) =>
    sending.then(
      () => "accepted",
      (error: unknown) => error instanceof CodedError && error.code,
    );

  test("under another event: the same figures change nothing, other figures are a conflict", async () => {
    const loan = await servicedLoan(market.test);
    const told = { reference: "one", at: minuteOf(1), now: minuteOf(1) };
    const first = await loan.deduct(1_000_000, told);
    const again = await loan.deduct(1_000_000, told);
    expect(again).toEqual({
      id: expect.not.stringMatching(first.id),
      eventId: expect.any(String),
      receivedAt: minuteOf(1),
    });
    expect(await refusalOf(loan.deduct(1_000_001, told))).toBe("DEDUCTION_CONFLICT");
    expect(await refusalOf(loan.deduct(999_999, told))).toBe("DEDUCTION_CONFLICT");
    await loan.deduct(1_000_000, told);
    expect((await loan.figures()).paid).toBe(1_000_000);
    // One break, however often it is repeated.
    expect(await loan.breakTypes()).toEqual(["DUPLICATE OPEN"]);
  });

  test("a reversal of the same reference that names another deduction is a conflict", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(1_000_000, { reference: "one" });
    await loan.deduct(1_000_000, { reference: "two" });
    await loan.reverse("one", 500_000, { reference: "back" });
    expect(await refusalOf(loan.reverse("two", 500_000, { reference: "back" }))).toBe("DEDUCTION_CONFLICT");
    expect((await loan.figures()).paid).toBe(1_500_000);
  });

  test("under the same event with another body is a conflict, for another loan too", async () => {
    const loan = await servicedLoan(market.test);
    const other = await servicedLoan(market.test);
    const told = { eventId: "reused", reference: "one", at: minuteOf(1), now: minuteOf(1) };
    await loan.deduct(1_000_000, told);
    expect(await refusalOf(loan.deduct(1_000_001, told))).toBe("EVENT_CONFLICT");
    expect(await refusalOf(loan.deduct(1_000_000, { ...told, reference: "two" }))).toBe("EVENT_CONFLICT");
    expect(await refusalOf(other.deduct(1_000_000, told))).toBe("EVENT_CONFLICT");
    expect(await refusalOf(loan.reverse("one", 1_000_000, told))).toBe("EVENT_CONFLICT");
    expect([(await loan.figures()).paid, (await other.figures()).paid]).toEqual([1_000_000, 0]);
  });

  test("a failed attempt changes nothing, however often, and its reference may succeed yet", async () => {
    const loan = await servicedLoan(market.test);
    const failed = failedEvent(loan.named, { reference: "one", amount: 500_000, at: minuteOf(1) });
    const first = await loan.send(failed, minuteOf(1));
    expect(await loan.send(failed, minuteOf(9))).toEqual(first);
    await loan.send({ ...failed, eventId: "second-try" }, minuteOf(2));
    expect(await loan.figures()).toEqual(outset);
    await loan.deduct(500_000, { reference: "one" });
    expect((await loan.figures()).paid).toBe(500_000);
    expect(await loan.breakTypes()).toEqual([]);
  });
});

describe("who is named", () => {
  test("a loan, its merchant and its reference have to belong together", async () => {
    const [one, other] = await Promise.all([servicedLoan(market.test), servicedLoan(market.test)]);
    const stranger = await createMarketplace();
    const good = deductedEvent(one.named, { reference: "one", amount: 1_000, at: minuteOf(1) });
    const theirs = { marketplaceId: other.named.thirdPartyCustomerId ?? "" };
    const wrong = [
      [{ ...good, merchant: theirs }, "No such merchant."],
      [{ ...good, merchant: { ...good.merchant, serviceId: other.loan.merchantId } }, "No such merchant."],
      [{ ...good, merchant: { marketplaceId: one.loan.merchantId } }, "No such merchant."],
      [{ ...good, merchant: { marketplaceId: "nobody" }, loan: { serviceId: "loan_nobody" } }, "No such merchant."],
      [{ ...good, loan: { serviceId: "loan_nobody" } }, "No such loan."],
      [{ ...good, loan: { serviceId: one.loan.id, serviceReference: other.loan.reference } }, "No such loan."],
    ] as const;
    for (const [event, message] of wrong) {
      await expect(one.send(event, minuteOf(2))).rejects.toMatchObject({ code: "NOT_FOUND", message });
    }
    await expect(one.send({ ...good, marketplace: { id: stranger.marketplaceId } }, minuteOf(2))).rejects.toMatchObject(
      {
        code: "VALIDATION_FAILED",
      },
    );
    // Another marketplace, and this one's live environment, get the same answer as for a missing loan.
    for (const tenant of [stranger.test, market.live]) {
      const actor = { kind: "webhook", tenant } as const;
      const theirs = { ...good, marketplace: { id: tenant.marketplaceId } };
      await expect(report(actor, theirs, minuteOf(2))).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await one.figures()).toEqual(outset);
    await one.send({ ...good, merchant: { ...good.merchant, serviceId: one.loan.merchantId } }, minuteOf(2));
    expect((await one.figures()).paid).toBe(1_000);
  });
});
