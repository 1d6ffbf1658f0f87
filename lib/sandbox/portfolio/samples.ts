import type { Environment } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { encrypt } from "@/lib/kernel/crypto";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { identityColumns } from "@/lib/merchants/kyc/identity-number";
import { sealPersonal } from "@/lib/merchants/kyc/personal-details";
import { assessRecord } from "@/lib/sales/records/assess-record";
import { sealRecord } from "@/lib/sales/records/stored-record";
import { plansOf, programmeWeeks } from "@/lib/sandbox/showcase/plan";
import { recordOf } from "@/lib/sandbox/showcase/record";
import { allEvents, type EventType } from "@/lib/terms/events/all-events";
import { businessInfoOf, directorOf, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import { merchantRecord } from "@/lib/terms/merchant-data/schema";
import { eventApiVersion } from "@/lib/terms/outbound-webhooks";

/** So many of everything that is sealed: a million rows share it. */
const sampleCount = 200;

/** What a merchant's record says and how it is scored: the showcase's merchants, one after another. */
export function scoreSamples(now: BusinessTime, most: Kobo) {
  const days = programmeWeeks * 7;
  const begin = later(now, -days * day);
  const maxima = { marketplaceMax: most, lenderMax: most };
  return plansOf(days).map((plan, sample) => {
    const record = merchantRecord.parse(recordOf(plan, begin, now));
    const { limits, result } = assessRecord(record, { submittedAt: now, flags: null, carried: {}, maxima });
    const { modelVersion, riskTier, maxLendingCap } = result;

    return {
      sample,
      record: sealRecord(record),
      limits,
      model_version: modelVersion,
      tier: riskTier,
      cap: maxLendingCap,
      result,
    };
  });
}

/** Numbers and details of people and accounts, encrypted. */
export function sealedSamples() {
  return Array.from({ length: sampleCount }, (_, sample) => {
    const shop = numberedShop(sample + 1);
    const { identityNumber: number, identityType, ...person } = directorOf(shop);
    const { identityNumber, identityMasked } = identityColumns({ identityType, identityNumber: number });
    const { personal } = sealPersonal(person);
    const account = String(1_200_000_000 + sample);
    const account_number = encrypt("payout_accounts.account_number", account);
    return {
      ...{ sample, account_number, last_four: account.slice(-4), info: businessInfoOf(shop) },
      ...{ identity_number: identityNumber, identity_masked: identityMasked, personal },
    };
  });
}

const told: readonly EventType[] = ["loan.repayment_updated", "merchant.created", "kyc.approved", "loan.disbursed"];

/** Bodies as they are sent, with `{event}`, `{merchant}`, `{customer}` and `{at}` in place of what differs. */
export function eventSamples(environment: Environment) {
  return told.map((type, sample) => {
    const common = {
      ...{ event_id: "{event}", timestamp: "{at}", api_version: eventApiVersion, environment, sequence: 1 },
      merchant: { service_id: "{merchant}", marketplace_id: "{customer}" },
    };
    return { sample, type, body: JSON.stringify({ event: type, ...common, ...allEvents[type].sample }) };
  });
}
