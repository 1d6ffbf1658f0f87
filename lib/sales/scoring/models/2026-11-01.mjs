// @ts-nocheck
/**
 * Generated, and never edited: the scoring model of 2026-11-01, whole, with all the code that it used, bundled once from
 * the sources at commit 23ad8482. Scores made with it are computed again by it, and must come out byte for byte:
 * `lib/sales/scoring/stored-scores.test.ts` holds it to test/scores/2026-11-01.jsonl.
 */
var violationSeverities = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];

var modelVersion = "2026-11-01";
var tierTerms = {
  A: { from: 80, eligiblePercentage: 200, capacityMonths: 12 },
  B: { from: 65, eligiblePercentage: 150, capacityMonths: 9 },
  C: { from: 50, eligiblePercentage: 100, capacityMonths: 6 },
  D: { from: 35, eligiblePercentage: 50, capacityMonths: 3 },
  E: { from: 0, eligiblePercentage: 0, capacityMonths: 0 }
};
var repaymentShare = 20;
var weakMonths = 3;
var staleAfterMonths = 3;
var capStep = 1e3;
var neutral = 50;
var curve = (component, points, anchors) => ({ component, points, anchors });
var monthOfSales = { 0: 0, 5e4: 15, 15e4: 32, 3e5: 50, 6e5: 68, 15e5: 88, 5e6: 100 };
var quarterOfSales = { 0: 0, 15e4: 15, 45e4: 32, 9e5: 50, 18e5: 68, 45e5: 88, 15e6: 100 };
var halfYearOfSales = { 0: 0, 3e5: 15, 9e5: 32, 18e5: 50, 36e5: 68, 9e6: 88, 3e7: 100 };
var curves = {
  "salesPerformance.avgMonthlySales": curve("salesPerformance", 9, monthOfSales),
  "salesPerformance.gmv30Days": curve("salesPerformance", 5, monthOfSales),
  "salesPerformance.gmv90Days": curve("salesPerformance", 4, quarterOfSales),
  "salesPerformance.gmv180Days": curve("salesPerformance", 3, halfYearOfSales),
  "salesPerformance.orderCount": curve("salesPerformance", 5, { 0: 0, 5: 20, 15: 45, 40: 75, 120: 100 }),
  "salesPerformance.salesGrowthRate": curve("salesPerformance", 4, { "-100": 0, "-50": 20, 0: 60, 20: 85, 50: 100 }),
  "revenueConsistency.monthlySalesVariance": curve("revenueConsistency", 7, {
    10: 100,
    25: 90,
    50: 75,
    100: 45,
    150: 20,
    225: 0
  }),
  "revenueConsistency.zeroSalesMonths": curve("revenueConsistency", 5, { 0: 100, 1: 75, 2: 50, 3: 30, 4: 15, 6: 0 }),
  "revenueConsistency.longestSalesStreak": curve("revenueConsistency", 4, { 0: 0, 1: 20, 3: 55, 6: 100 }),
  "revenueConsistency.revenueConcentration": curve("revenueConsistency", 4, {
    20: 100,
    40: 75,
    60: 40,
    80: 15,
    100: 0
  }),
  "fulfillmentMetrics.fulfillmentRate": curve("fulfillmentOps", 5, { 40: 0, 60: 20, 75: 45, 90: 78, 95: 92, 99: 100 }),
  "fulfillmentMetrics.cancellationRate": curve("fulfillmentOps", 2, { 1: 100, 5: 75, 10: 50, 25: 20, 50: 0 }),
  "fulfillmentMetrics.refundRate": curve("fulfillmentOps", 3, { 1: 100, 4: 80, 8: 50, 20: 15, 40: 0 }),
  "fulfillmentMetrics.disputeRate": curve("fulfillmentOps", 3, { 0.5: 100, 2: 80, 5: 50, 10: 25, 25: 10, 50: 0 }),
  "fulfillmentMetrics.lateDeliveryRate": curve("fulfillmentOps", 2, { 1: 100, 5: 80, 15: 50, 30: 20, 60: 0 }),
  "payoutCashFlow.avgPayoutValue": curve("payoutCashFlow", 2, {
    0: 0,
    2e4: 30,
    1e5: 65,
    5e5: 90,
    2e6: 100
  }),
  "payoutCashFlow.failedPayouts": curve("payoutCashFlow", 4, { 0: 100, 1: 70, 3: 35, 6: 0 }),
  "payoutCashFlow.walletBalanceUsage": curve("payoutCashFlow", 3, { 30: 100, 50: 75, 80: 35, 100: 0 }),
  "payoutCashFlow.settlementDelays": curve("payoutCashFlow", 4, { 0: 100, 2: 75, 5: 45, 10: 15, 20: 0 }),
  "merchantIdentity.marketplaceOnboardingDate": curve("stabilityTenure", 4, {
    0: 0,
    3: 30,
    6: 50,
    12: 75,
    24: 95,
    36: 100
  }),
  "merchantIdentity.verificationStatus": curve("stabilityTenure", 2, { 0: 0, 1: 100 }),
  "platformDependency.topProductGmvPercentage": curve("stabilityTenure", 2, {
    20: 100,
    40: 75,
    60: 45,
    80: 20,
    100: 0
  }),
  "platformDependency.topCustomerPercentage": curve("stabilityTenure", 1, { 10: 100, 25: 75, 50: 35, 100: 0 }),
  "behavioralRisk.accountSuspensions": curve("riskBehavior", 2, { 0: 100, 1: 40, 2: 15, 3: 0 }),
  "behavioralRisk.hasFraudFlags": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasSuddenGmvSpikes": curve("riskBehavior", 1, { 0: 100, 1: 0 }),
  "behavioralRisk.hasLinkedAccounts": curve("riskBehavior", 1, { 0: 100, 1: 0 })
};
var improvableFields = [
  "revenueConsistency.monthlySalesVariance",
  "revenueConsistency.revenueConcentration",
  "fulfillmentMetrics.fulfillmentRate",
  "fulfillmentMetrics.cancellationRate",
  "fulfillmentMetrics.refundRate",
  "fulfillmentMetrics.disputeRate",
  "fulfillmentMetrics.lateDeliveryRate",
  "payoutCashFlow.failedPayouts",
  "payoutCashFlow.walletBalanceUsage",
  "payoutCashFlow.settlementDelays",
  "merchantIdentity.verificationStatus",
  "platformDependency.topProductGmvPercentage",
  "platformDependency.topCustomerPercentage"
];
var levels = {
  "payoutCashFlow.payoutFrequency": {
    component: "payoutCashFlow",
    points: 2,
    percent: { DAILY: 100, WEEKLY: 85, BIWEEKLY: 60, MONTHLY: 40 }
  },
  "merchantIdentity.businessType": {
    component: "stabilityTenure",
    points: 1,
    percent: {
      REGISTERED_BUSINESS: 100,
      LIMITED_LIABILITY_COMPANY: 100,
      PARTNERSHIP: 90,
      COOPERATIVE: 90,
      NGO: 80,
      SOLE_PROPRIETORSHIP: 75,
      UNREGISTERED: 20
    }
  },
  "behavioralRisk.policyViolationsSeverity": {
    component: "riskBehavior",
    points: 2,
    percent: { none: 100, LOW: 70, MEDIUM: 30, HIGH: 0, CRITICAL: 0 }
  }
};
var creditConduct = {
  component: "riskBehavior",
  points: 3,
  adjustments: {
    repaidLoans: { 0: 0, 1: 20, 3: 50 },
    defaultedLoans: { 0: 0, 1: -60, 2: -100 },
    latePayments: { 0: 0, 1: -10, 5: -40 },
    maxDaysPastDue: { 0: 0, 7: -5, 30: -30, 90: -70 },
    totalOverdue: { 0: 0, 1e3: -10, 5e5: -50 }
  }
};
var confidencePoints = {
  base: 30,
  orders: { 0: 0, 5: 3, 15: 6, 40: 10 },
  fields: {
    "merchantIdentity.businessType": 1,
    "merchantIdentity.marketplaceOnboardingDate": 3,
    "merchantIdentity.verificationStatus": 1,
    "revenueConsistency.monthlySalesVariance": 3,
    "revenueConsistency.zeroSalesMonths": 3,
    "revenueConsistency.longestSalesStreak": 2,
    "revenueConsistency.revenueConcentration": 2,
    "fulfillmentMetrics.fulfillmentRate": 3,
    "fulfillmentMetrics.cancellationRate": 1,
    "fulfillmentMetrics.refundRate": 2,
    "fulfillmentMetrics.disputeRate": 2,
    "fulfillmentMetrics.lateDeliveryRate": 2,
    "payoutCashFlow.payoutFrequency": 1,
    "payoutCashFlow.avgPayoutValue": 1,
    "payoutCashFlow.failedPayouts": 2,
    "payoutCashFlow.walletBalanceUsage": 2,
    "payoutCashFlow.settlementDelays": 2,
    "platformDependency.topProductGmvPercentage": 2,
    "platformDependency.topCustomerPercentage": 2,
    "behavioralRisk.accountSuspensions": 2,
    "behavioralRisk.policyViolationsSeverity": 2,
    "behavioralRisk.hasFraudFlags": 2,
    "behavioralRisk.hasSuddenGmvSpikes": 1,
    "behavioralRisk.hasLinkedAccounts": 1
  },
  historicalCredit: 5,
  freshHistory: 10
};
var flagRules = [
  { flag: "FRAUD_FLAG", field: "behavioralRisk.hasFraudFlags", from: 1 },
  { flag: "ACCOUNT_SUSPENDED_BEFORE", field: "behavioralRisk.accountSuspensions", from: 1 },
  { flag: "SUDDEN_GMV_SPIKES", field: "behavioralRisk.hasSuddenGmvSpikes", from: 1 },
  { flag: "LINKED_ACCOUNTS", field: "behavioralRisk.hasLinkedAccounts", from: 1 },
  { flag: "PRIOR_DEFAULT", field: "historicalCredit.defaultedLoans", from: 1 },
  { flag: "OVERDUE_DEBT", field: "historicalCredit.totalOverdue", from: 0.01 },
  { flag: "LATE_LOAN_PAYMENTS", field: "historicalCredit.latePayments", from: 3 },
  { flag: "UNVERIFIED_MERCHANT", field: "merchantIdentity.verificationStatus", below: 1 },
  { flag: "NEW_ON_MARKETPLACE", field: "merchantIdentity.marketplaceOnboardingDate", below: 3 },
  { flag: "NO_RECENT_SALES", field: "salesPerformance.gmv30Days", below: 0.01 },
  { flag: "FEW_ORDERS", field: "salesPerformance.orderCount", below: 5 },
  { flag: "DECLINING_SALES", field: "salesPerformance.salesGrowthRate", below: -30 },
  { flag: "VOLATILE_SALES", field: "revenueConsistency.monthlySalesVariance", from: 100 },
  { flag: "MONTHS_WITHOUT_SALES", field: "revenueConsistency.zeroSalesMonths", from: 3 },
  { flag: "REVENUE_CONCENTRATION", field: "revenueConsistency.revenueConcentration", from: 60 },
  { flag: "LOW_FULFILLMENT_RATE", field: "fulfillmentMetrics.fulfillmentRate", below: 80 },
  { flag: "HIGH_CANCELLATION_RATE", field: "fulfillmentMetrics.cancellationRate", from: 10 },
  { flag: "HIGH_REFUND_RATE", field: "fulfillmentMetrics.refundRate", from: 10 },
  { flag: "HIGH_DISPUTE_RATE", field: "fulfillmentMetrics.disputeRate", from: 5 },
  { flag: "LATE_DELIVERIES", field: "fulfillmentMetrics.lateDeliveryRate", from: 15 },
  { flag: "FAILED_PAYOUTS", field: "payoutCashFlow.failedPayouts", from: 3 },
  { flag: "SETTLEMENT_DELAYS", field: "payoutCashFlow.settlementDelays", from: 5 },
  { flag: "LOW_WALLET_BALANCE", field: "payoutCashFlow.walletBalanceUsage", from: 90 },
  { flag: "PRODUCT_CONCENTRATION", field: "platformDependency.topProductGmvPercentage", from: 80 },
  { flag: "CUSTOMER_CONCENTRATION", field: "platformDependency.topCustomerPercentage", from: 50 }
];
var highDebtMonths = 1;
var lowConfidence = 60;
var graveSuspensions = 2;
var graveSeverities = ["HIGH", "CRITICAL"];
var maxReasons = 6;
var maxImprovements = 3;

var { percent } = levels["behavioralRisk.policyViolationsSeverity"];
function withFlags(record, flags) {
  const { fraud, suspensions } = flags;
  const risk = record.behavioralRisk;
  const unsaid = risk?.policyViolationsSeverity === void 0;
  const severity = flags.severity && unsaid && percent[flags.severity] > neutral ? null : flags.severity;
  if (!fraud && suspensions === 0 && severity === null) return record;
  const known = Math.min((risk?.accountSuspensions ?? 0) + suspensions, Number.MAX_SAFE_INTEGER);
  return {
    ...record,
    behavioralRisk: {
      ...risk,
      ...fraud ? { hasFraudFlags: true } : {},
      ...suspensions > 0 ? { accountSuspensions: known } : {},
      ...severity ? { policyViolationsSeverity: graver(severity, risk?.policyViolationsSeverity ?? null) } : {}
    }
  };
}
function graver(one, other) {
  return other && violationSeverities.indexOf(other) > violationSeverities.indexOf(one) ? other : one;
}

var riskTiers = ["A", "B", "C", "D", "E"];
var components = [
  "salesPerformance",
  "revenueConsistency",
  "fulfillmentOps",
  "payoutCashFlow",
  "stabilityTenure",
  "riskBehavior"
];
function kobo(value) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of kobo.`);
  return value;
}
var zero = kobo(0);
function minus(from, taken) {
  return kobo(from - taken);
}
function sumOf(amounts) {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return kobo(sum);
}
function greatest(one, other) {
  return one > other ? one : other;
}
function toKobo(naira) {
  return kobo(roundedKobo(naira));
}
function fromKobo(kobo2) {
  return kobo2 / 100;
}
function roundedKobo(naira) {
  const kobo2 = naira * 100;
  if (kobo2 === 0) return 0;
  const rounded = Math.round(kobo2);
  if (Math.abs(kobo2) >= 1e15) return rounded;
  if (kobo2 > 0 && Math.abs(kobo2 - rounded) < 0.5 - kobo2 * 1e-14) return rounded;
  return Math.round(Number(kobo2.toPrecision(15))) + 0;
}
function shareOf(amount, basisPoints) {
  const numerator = amount * basisPoints + 5e3;
  if (numerator >= 0 && Number.isSafeInteger(numerator)) return kobo(Math.floor(numerator / 1e4));
  return kobo(Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10000n));
}
function floorToNaira(amount, step) {
  return kobo(Math.floor(amount / (step * 100)) * step * 100);
}

function monthNumber(month) {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}
function monthNumberAt(moment) {
  const lagos = new Date(moment.getTime() + 36e5);
  return lagos.getUTCFullYear() * 12 + lagos.getUTCMonth();
}
var merchantRecord = { shape: { "merchantIdentity": true, "salesPerformance": true, "revenueConsistency": true, "fulfillmentMetrics": true, "payoutCashFlow": true, "platformDependency": true, "behavioralRisk": true, "historicalCredit": true } };

function lendingCap({ tier, avgMonthlySales, confidence, history, limits }) {
  const share = shareOf(avgMonthlySales, tierTerms[tier].eligiblePercentage * 100);
  let amount = share;
  let boundBy = tierTerms[tier].eligiblePercentage === 0 ? "RISK_TIER" : "SALES_SHARE";
  const lowerTo = (bound, by) => {
    if (bound < amount) [amount, boundBy] = [bound, by];
  };
  if (!history || history.stale) lowerTo(shareOf(share, confidence * 100), "CONFIDENCE");
  if (history) lowerTo(repaymentCapacity(history, tier), "REPAYMENT_CAPACITY");
  if (limits.externalDebt >= amount && amount > 0) boundBy = "EXTERNAL_DEBT";
  amount = greatest(zero, minus(amount, limits.externalDebt));
  for (const limit of [limits.marketplaceMax, limits.lenderMax]) if (limit !== null) lowerTo(limit, "LIMIT");
  return { amount: floorToNaira(greatest(zero, amount), capStep), boundBy };
}
function readHistory({ monthlySalesHistory }, asOf) {
  const last = monthlySalesHistory?.at(-1);
  if (!monthlySalesHistory || !last) return null;
  const net = monthlySalesHistory.map(
    ({ salesAmount, refundAmount = 0 }) => greatest(zero, minus(toKobo(salesAmount), toKobo(refundAmount)))
  );
  const all = sumOf(net);
  const weak = sumOf(net.sort((a, b) => a - b).slice(0, weakMonths));
  const months = net.length;
  const numerator = BigInt(all) * BigInt(weakMonths) + BigInt(weak) * BigInt(months);
  return {
    months,
    conservativeMonth: kobo(Number(numerator / BigInt(2 * months * weakMonths))),
    stale: monthNumberAt(asOf) - monthNumber(last.month) > staleAfterMonths
  };
}
function repaymentCapacity({ conservativeMonth }, tier) {
  return kobo(monthlyCapacity(conservativeMonth) * tierTerms[tier].capacityMonths);
}
function monthlyCapacity(month) {
  return shareOf(month, repaymentShare * 100);
}

var { monthlySalesHistory: _, ...groups } = merchantRecord.shape;
var groupNames = Object.keys(groups);
function fieldPath(path) {
  const [name, key] = path.split(".");
  const group = groupNames.find((known) => known === name);
  if (group === void 0 || key === void 0) throw new Error(`No such field in the merchant data record: ${path}`);
  return { group, key };
}
function fieldValue(record, { group, key }) {
  return record[group]?.[key];
}
var averageMonth = 30.436875 * 864e5;
function monthsSince(timestamp, asOf) {
  return Math.max(0, (asOf.getTime() - Date.parse(timestamp)) / averageMonth);
}
function measure(record, path, asOf) {
  const value = fieldValue(record, path);
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && path.key === "marketplaceOnboardingDate") return monthsSince(value, asOf);
  return void 0;
}
function withField(record, { group, key }, value) {
  return { ...record, [group]: { ...record[group], [key]: value } };
}

function lineThrough(anchors, scale = 1) {
  const points = Object.entries(anchors).map(([x, y]) => [Number(x), y * scale]).sort(([a], [b]) => a - b);
  return { xs: points.map(([x]) => x), ys: points.map(([, y]) => y) };
}
function heightAt({ xs, ys }, x) {
  let x0 = xs[0] ?? 0;
  let y0 = ys[0] ?? 0;
  if (x <= x0) return y0;
  for (let i = 1; i < xs.length; i++) {
    const x1 = xs[i] ?? x0;
    const y1 = ys[i] ?? y0;
    if (x < x1) return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
    x0 = x1;
    y0 = y1;
  }
  return y0;
}

var orders = lineThrough(confidencePoints.orders);
var optional = Object.entries(confidencePoints.fields).map(
  ([field, worth]) => ({ path: fieldPath(field), worth })
);
var complete = optional.reduce((sum, { worth }) => sum + worth, confidencePoints.base);
function missingFields(record) {
  return optional.filter(({ path }) => fieldValue(record, path) === void 0);
}
function confidenceOf(record, missing, hasFreshHistory) {
  let points = complete + Math.round(heightAt(orders, record.salesPerformance.orderCount));
  for (const { worth } of missing) points -= worth;
  if (record.historicalCredit) points += confidencePoints.historicalCredit;
  if (hasFreshHistory) points += confidencePoints.freshHistory;
  return points;
}

var curveFactors = Object.entries(curves).map(([field, { component, points, anchors }]) => {
  const path = fieldPath(field);
  const line = lineThrough(anchors, points);
  return {
    field,
    path,
    component,
    neutral: points * neutral,
    earned: (record, asOf) => {
      const value = measure(record, path, asOf);
      return value === void 0 ? void 0 : Math.round(heightAt(line, value));
    }
  };
});
var levelFactors = Object.entries(levels).map(([field, { component, points, percent: percent2 }]) => {
  const path = fieldPath(field);
  const earned = new Map(Object.entries(percent2).map(([value, share]) => [value, share * points]));
  return {
    field,
    path,
    component,
    neutral: points * neutral,
    earned: (record) => {
      const value = fieldValue(record, path);
      if (value === null) return earned.get("none");
      return typeof value === "string" ? earned.get(value) : void 0;
    }
  };
});
var adjustments = Object.entries(creditConduct.adjustments).map(
  ([key, anchors]) => [fieldPath(`historicalCredit.${key}`), lineThrough(anchors)]
);
var creditFactor = {
  field: "historicalCredit",
  component: creditConduct.component,
  neutral: creditConduct.points * neutral,
  earned: (record, asOf) => {
    if (!record.historicalCredit) return void 0;
    let percent2 = neutral;
    for (const [path, line] of adjustments) percent2 += heightAt(line, measure(record, path, asOf) ?? 0);
    return Math.round(creditConduct.points * Math.min(100, Math.max(0, percent2)));
  }
};
var factors = [...curveFactors, ...levelFactors, creditFactor];

var noPoints = Object.fromEntries(components.map((name) => [name, 0]));
function pointsOf(record, asOf) {
  const voids = voidsOf(record);
  const perComponent = { ...noPoints };
  let total = 0;
  const perFactor = factors.map(({ component, earned, neutral: neutral2 }) => {
    const points = voidOf(component, voids) ? 0 : earned(record, asOf) ?? neutral2;
    perComponent[component] += points;
    total += points;
    return points;
  });
  return { perFactor, perComponent, total, voids };
}
function forcedToE({ behavioralRisk }) {
  if (behavioralRisk?.hasFraudFlags === true) return "behavioralRisk.hasFraudFlags";
  if (behavioralRisk?.policyViolationsSeverity === "CRITICAL") return "behavioralRisk.policyViolationsSeverity";
  return null;
}
function tierOf(total) {
  return riskTiers.find((tier) => total >= tierTerms[tier].from * 100) ?? "E";
}
var idle = {
  components: ["revenueConsistency", "fulfillmentOps", "payoutCashFlow"],
  field: "salesPerformance.gmv180Days",
  message: "Nothing was sold in 180 days, so consistency, fulfillment and payouts earn nothing"
};
var defaulted = {
  components: ["riskBehavior", "stabilityTenure"],
  field: "historicalCredit.defaultedLoans",
  message: "A loan elsewhere was defaulted on, so risk and stability earn nothing"
};
var violating = {
  components: ["riskBehavior"],
  field: "behavioralRisk.policyViolationsSeverity",
  message: "There is a serious policy violation, so risk earns nothing"
};
var suspended = {
  components: ["riskBehavior"],
  field: "behavioralRisk.accountSuspensions",
  message: "The account was suspended repeatedly, so risk earns nothing"
};
function voidsOf({ salesPerformance, historicalCredit, behavioralRisk }) {
  const voids = [];
  const { gmv30Days, gmv90Days, gmv180Days } = salesPerformance;
  if (gmv30Days === 0 && gmv90Days === 0 && gmv180Days === 0) voids.push(idle);
  if ((historicalCredit?.defaultedLoans ?? 0) > 0) voids.push(defaulted);
  else if (graveSeverities.includes(behavioralRisk?.policyViolationsSeverity ?? "")) voids.push(violating);
  else if ((behavioralRisk?.accountSuspensions ?? 0) >= graveSuspensions) voids.push(suspended);
  return voids;
}
function voidOf(component, voids) {
  for (const one of voids) if (one.components.includes(component)) return one;
  return void 0;
}

function assess({ record, sent = record, asOf, limits }) {
  const points = pointsOf(record, asOf);
  const forcedBy = forcedToE(record);
  const tier = forcedBy ? "E" : tierOf(points.total);
  const history = readHistory(record, asOf);
  const missing = missingFields(sent);
  const confidence = confidenceOf(record, missing, history !== null && !history.stale);
  const avgMonthlySales = toKobo(record.salesPerformance.avgMonthlySales);
  const cap = lendingCap({ tier, avgMonthlySales, confidence, history, limits });
  return { points, forcedBy, tier, missing, confidence, avgMonthlySales, history, limits, cap };
}
function capAfter(base, gained, limits = base.limits) {
  const tier = tierOf(base.points.total + gained);
  if (tier === base.tier && limits === base.limits) return base.cap.amount;
  const { avgMonthlySales, confidence, history } = base;
  return lendingCap({ tier, avgMonthlySales, confidence, history, limits }).amount;
}

var labels = {
  "salesPerformance.avgMonthlySales": ["average monthly sales", "naira"],
  "salesPerformance.gmv30Days": ["sales in 30 days", "naira"],
  "salesPerformance.gmv90Days": ["sales in 90 days", "naira"],
  "salesPerformance.gmv180Days": ["sales in 180 days", "naira"],
  "salesPerformance.orderCount": ["orders", "number"],
  "salesPerformance.salesGrowthRate": ["sales growth", "percent"],
  "revenueConsistency.monthlySalesVariance": ["monthly sales variance", "percent"],
  "revenueConsistency.zeroSalesMonths": ["months without sales", "number"],
  "revenueConsistency.longestSalesStreak": ["longest run of months with sales", "number"],
  "revenueConsistency.revenueConcentration": ["revenue concentration", "percent"],
  "fulfillmentMetrics.fulfillmentRate": ["fulfillment rate", "percent"],
  "fulfillmentMetrics.cancellationRate": ["cancellation rate", "percent"],
  "fulfillmentMetrics.refundRate": ["refund rate", "percent"],
  "fulfillmentMetrics.disputeRate": ["dispute rate", "percent"],
  "fulfillmentMetrics.lateDeliveryRate": ["late delivery rate", "percent"],
  "payoutCashFlow.payoutFrequency": ["payout frequency", "text"],
  "payoutCashFlow.avgPayoutValue": ["average payout", "naira"],
  "payoutCashFlow.failedPayouts": ["failed payouts", "number"],
  "payoutCashFlow.walletBalanceUsage": ["wallet balance usage", "percent"],
  "payoutCashFlow.settlementDelays": ["settlement delay", "days"],
  "merchantIdentity.marketplaceOnboardingDate": ["time on the marketplace", "months"],
  "merchantIdentity.verificationStatus": ["verified merchant", "flag"],
  "merchantIdentity.businessType": ["business type", "text"],
  "platformDependency.topProductGmvPercentage": ["share of the top product", "percent"],
  "platformDependency.topCustomerPercentage": ["share of the top customer", "percent"],
  "behavioralRisk.accountSuspensions": ["account suspensions", "number"],
  "behavioralRisk.policyViolationsSeverity": ["policy violations", "text"],
  "behavioralRisk.hasFraudFlags": ["fraud flags", "flag"],
  "behavioralRisk.hasSuddenGmvSpikes": ["sudden sales spikes", "flag"],
  "behavioralRisk.hasLinkedAccounts": ["linked accounts", "flag"],
  historicalCredit: ["conduct on earlier credit", "text"],
  "historicalCredit.defaultedLoans": ["loans defaulted on elsewhere", "number"],
  "historicalCredit.totalOutstanding": ["credit outstanding elsewhere", "naira"],
  "historicalCredit.totalOverdue": ["credit overdue elsewhere", "naira"]
};
function labelOf(field) {
  return labels[field]?.[0] ?? field;
}
function plainValue(value) {
  return typeof value === "boolean" ? value ? "yes" : "no" : grouped(value);
}
function valueWithUnit(field, value) {
  switch (labels[field]?.[1]) {
    case "naira":
      return `₦${grouped(value)}`;
    case "percent":
      return `${grouped(value)}%`;
    case "months":
      return counted(Math.floor(value), "month");
    case "days":
      return counted(value, "day");
    case "flag":
      return value === 1 ? "yes" : "no";
    case "number":
      return grouped(value);
    default:
      return "";
  }
}
function counted(value, noun) {
  return `${grouped(value)} ${noun}${value === 1 ? "" : "s"}`;
}
function grouped(value) {
  if (Math.abs(value) < 1e3) return String(value);
  const [whole = "", decimals] = String(value).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === void 0 ? digits : `${digits}.${decimals}`;
}
function groupedNaira(amount) {
  return grouped(fromKobo(amount));
}
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

var bounds = {
  RISK_TIER: "Tier E is not lent to",
  SALES_SHARE: "The amount is the tier's share of average monthly sales",
  CONFIDENCE: "The amount is lowered because the data is incomplete or old",
  REPAYMENT_CAPACITY: "The amount is what a conservative month of sales can repay",
  EXTERNAL_DEBT: "Debt elsewhere uses up everything that could be lent",
  LIMIT: "The amount is the most the marketplace or the lender allows"
};
function loanEligibility({ asOf, limits }, assessment) {
  const { history, tier, cap, forcedBy, confidence } = assessment;
  if (!history) return null;
  const months = tierTerms[tier].capacityMonths;
  const debtService = months === 0 ? zero : kobo(Math.ceil(limits.externalDebt / months));
  const capacity = months === 0 ? zero : monthlyCapacity(history.conservativeMonth);
  const reasons = [{ code: cap.boundBy, message: bounds[cap.boundBy] }];
  if (forcedBy) reasons.unshift({ code: "TIER_FORCED", message: "Fraud flags or a critical policy violation" });
  if (history.conservativeMonth === 0)
    reasons.push({ code: "NO_SALES", message: "The history shows hardly any sales" });
  if (history.stale) {
    reasons.push({ code: "STALE_HISTORY", message: `The history ends more than ${staleAfterMonths} months ago` });
  }
  if (limits.externalDebt > 0 && cap.boundBy !== "EXTERNAL_DEBT") {
    reasons.push({ code: "DEBT_SUBTRACTED", message: `Less ₦${groupedNaira(limits.externalDebt)} owed elsewhere` });
  }
  return {
    eligible: cap.amount > 0,
    maxEligibleAmount: cap.amount,
    maxMonthlyRepayment: greatest(zero, minus(capacity, debtService)),
    monthsAssessed: history.months,
    existingDebt: limits.externalDebt,
    confidence,
    reasons,
    asOf: asOf.toISOString()
  };
}

var rules = flagRules.map((rule) => ({
  flag: rule.flag,
  path: fieldPath(rule.field),
  from: rule.from ?? Number.POSITIVE_INFINITY,
  below: rule.below ?? Number.NEGATIVE_INFINITY
}));
function riskFlags({ record, asOf, limits }, { confidence, history }) {
  const flags = [];
  const severity = record.behavioralRisk?.policyViolationsSeverity;
  if (severity) flags.push(`${severity}_POLICY_VIOLATION`);
  for (const { flag, path, from, below } of rules) {
    const value = measure(record, path, asOf);
    if (value !== void 0 && (value >= from || value < below)) flags.push(flag);
  }
  const { avgMonthlySales, gmv30Days, gmv90Days, gmv180Days } = record.salesPerformance;
  if (limits.externalDebt > 0 && limits.externalDebt >= toKobo(avgMonthlySales) * highDebtMonths) {
    flags.push("HIGH_EXTERNAL_DEBT");
  }
  if (gmv30Days > gmv90Days || gmv90Days > gmv180Days) flags.push("INCONSISTENT_SALES_FIGURES");
  if (history?.stale) flags.push("STALE_SALES_HISTORY");
  if (confidence < lowConfidence) flags.push("LOW_CONFIDENCE");
  return flags;
}

var improvable = improvableFields.map((field) => {
  const { anchors, points, component } = curves[field];
  const line = lineThrough(anchors, points);
  const targets = line.xs.map((x, i) => ({ x, height: line.ys[i] ?? 0 }));
  const rising = (line.ys[0] ?? 0) < (line.ys.at(-1) ?? 0);
  return {
    field,
    component,
    path: fieldPath(field),
    line,
    factor: factors.findIndex((factor) => factor.field === field),
    mildestFirst: rising ? targets : targets.toReversed()
  };
});
var outstanding = "historicalCredit.totalOutstanding";
var debts = [outstanding, "historicalCredit.totalOverdue"].map((field) => ({ field, path: fieldPath(field) }));
var creditIndex = factors.indexOf(creditFactor);
function improvementsFor(subject, base) {
  if (base.forcedBy) return [];
  const raisingCap = [];
  const raisingScore = [];
  const keep = (outcomes) => {
    const last = outcomes.at(-1);
    if (!last) return;
    if (last.capIncrease > 0) raisingCap.push(last);
    const half = outcomes.find(({ gained }) => gained > 0 && gained * 2 >= last.gained);
    if (half) raisingScore.push(half);
  };
  for (const field of improvable) keep(outcomesOf(field, subject, base));
  for (const debt of debts) keep(outcomesOfPaying(debt, subject, base));
  raisingCap.sort((a, b) => b.capIncrease - a.capIncrease);
  raisingScore.sort((a, b) => b.gained - a.gained);
  return (raisingCap.length > 0 ? raisingCap : raisingScore).slice(0, maxImprovements).map(inWords);
}
function capWith(improvements, base) {
  const gained = improvements.reduce((sum, { scoreIncrease }) => sum + Math.round(scoreIncrease * 100), 0);
  return capAfter(base, gained, limitsAfter(improvements, base.limits));
}
function withChanges(subject, changes) {
  let { record } = subject;
  for (const { field, to } of changes) record = withField(record, fieldPath(field), to);
  return { ...subject, record, limits: limitsAfter(changes, subject.limits) };
}
function limitsAfter(changes, limits) {
  const debt = changes.find(({ field }) => field === outstanding);
  return debt ? { ...limits, externalDebt: toKobo(Number(debt.to)) } : limits;
}
function outcomesOf({ field, component, path, line, factor, mildestFirst }, { record }, base) {
  const outcomes = [];
  const from = fieldValue(record, path);
  if (typeof from !== "number" && typeof from !== "boolean") return outcomes;
  if (voidOf(component, base.points.voids)) return outcomes;
  const now = heightAt(line, Number(from));
  const earned = base.points.perFactor[factor] ?? 0;
  for (const { x, height } of mildestFirst) {
    if (height <= now) continue;
    const gained = height - earned;
    const capIncrease = minus(capAfter(base, gained), base.cap.amount);
    outcomes.push({ field, from, to: typeof from === "boolean" ? x === 1 : x, capIncrease, gained });
    if (capIncrease > 0) break;
  }
  return outcomes;
}
function outcomesOfPaying({ field, path }, subject, base) {
  const { record, asOf, limits } = subject;
  const from = measure(record, path, asOf) ?? 0;
  const known = field !== outstanding || toKobo(from) === limits.externalDebt;
  if (from <= 0 || !known) return [];
  const after = withChanges(subject, [{ field, to: 0 }]);
  const voided = voidOf(creditFactor.component, base.points.voids);
  const earned = base.points.perFactor[creditIndex] ?? 0;
  const gained = voided ? 0 : (creditFactor.earned(after.record, asOf) ?? earned) - earned;
  const capIncrease = minus(capAfter(base, gained, after.limits), base.cap.amount);
  return [{ field, from, to: 0, capIncrease, gained }];
}
function inWords({ field, from, to, capIncrease, gained }) {
  const scoreIncrease = gained / 100;
  const effect = capIncrease > 0 ? `raises the cap by ${groupedNaira(capIncrease)}` : `raises the score by ${scoreIncrease} points`;
  const message = `${labelOf(field)} ${plainValue(from)} → ${plainValue(to)} ${effect}`;
  return { field, from, to, capIncrease, scoreIncrease, message };
}

var forcing = {
  "behavioralRisk.hasFraudFlags": "Fraud flags force tier E",
  "behavioralRisk.policyViolationsSeverity": "A critical policy violation forces tier E"
};
function reasonsFor(subject, { points, forcedBy }) {
  const weights = [];
  const voided = new Map(points.voids.map((one) => [one, 0]));
  let forced;
  factors.forEach(({ field, component, neutral: neutral2, path }, i) => {
    const hundredths = (points.perFactor[i] ?? 0) - neutral2;
    const cause = voidOf(component, points.voids);
    if (field === forcedBy) forced = { field, component, points: hundredths / 100, message: forcing[field] ?? "" };
    else if (cause) voided.set(cause, (voided.get(cause) ?? 0) + hundredths);
    else if (hundredths !== 0) weights.push({ field, component, hundredths, path });
  });
  for (const [{ components: components2, field, message }, hundredths] of voided) {
    const [component] = components2;
    if (component && field !== forcedBy) weights.unshift({ field, component, hundredths, fact: message });
  }
  weights.sort((a, b) => Math.abs(b.hundredths) - Math.abs(a.hundredths));
  const top = strongest(weights, maxReasons - (forced ? 1 : 0)).map((weight) => inWords2(weight, subject));
  return forced ? [forced, ...top] : top;
}
function strongest(weights, room) {
  const half = Math.ceil(room / 2);
  const against = weights.filter(({ hundredths }) => hundredths < 0).slice(0, half);
  const inFavour = weights.filter(({ hundredths }) => hundredths > 0).slice(0, half);
  const chosen = new Set([...against, ...inFavour].slice(0, room));
  for (const weight of weights) if (chosen.size < room) chosen.add(weight);
  return weights.filter((weight) => chosen.has(weight));
}
function inWords2({ field, component, hundredths, fact, path }, subject) {
  const what = fact ?? `${sentence(labelOf(field))}${path ? ` ${valueInWords(field, path, subject)}` : ""}`;
  const signed = `${hundredths > 0 ? "+" : "-"}${Math.abs(hundredths) / 100}`;
  return { field, component, points: hundredths / 100, message: `${what}: ${signed} points` };
}
function valueInWords(field, path, { record, asOf }) {
  const value = measure(record, path, asOf);
  if (value !== void 0) return valueWithUnit(field, value);
  return String(fieldValue(record, path) ?? "none").toLowerCase().replaceAll("_", " ");
}

var riskInWords = {
  A: "Low risk",
  B: "Moderate risk",
  C: "Medium risk",
  D: "Elevated risk",
  E: "High risk"
};
var boundInWords = {
  CONFIDENCE: ", limited by how complete the data is",
  REPAYMENT_CAPACITY: ", limited by repayment capacity",
  LIMIT: ", limited by the marketplace or the lender"
};
function lendingImplication({ tier, forcedBy, cap }) {
  if (forcedBy === "behavioralRisk.hasFraudFlags") return `${riskInWords.E}: not lent to while fraud flags stand.`;
  if (forcedBy) return `${riskInWords.E}: not lent to while a critical policy violation stands.`;
  if (tier === "E") return `${riskInWords.E}: not lent to at this score.`;
  const share = `${riskInWords[tier]}: up to ${tierTerms[tier].eligiblePercentage}% of average monthly sales.`;
  if (cap.amount > 0) return `${share} The cap is ₦${groupedNaira(cap.amount)}${boundInWords[cap.boundBy] ?? ""}.`;
  if (cap.boundBy === "EXTERNAL_DEBT") return `${share} Debt elsewhere leaves nothing to lend.`;
  return `${share} That comes to less than can be lent.`;
}
function recommendations(base, improvements) {
  const sentences = improvements.map(({ message }) => `${sentence(message)}.`);
  if (improvements.length > 1) {
    const together = minus(capWith(improvements, base), base.cap.amount);
    if (together > (improvements[0]?.capIncrease ?? 0)) {
      sentences.push(`Together these changes raise the cap by ${groupedNaira(together)}.`);
    }
  }
  if (base.forcedBy) {
    const what = base.forcedBy === "behavioralRisk.hasFraudFlags" ? "the fraud flags" : "the critical policy violation";
    sentences.push(`Resolve ${what} with the marketplace first.`);
  }
  const groups2 = [...new Set(base.missing.map(({ path }) => path.group))];
  if (groups2.length > 0) sentences.push(`Send what is missing in ${groups2.join(", ")} to raise the confidence.`);
  if (!base.history) sentences.push("Send monthlySalesHistory, so that the cap follows repayment capacity.");
  else if (base.history.stale) sentences.push("Send a monthlySalesHistory that ends with the last full month.");
  return sentences.length > 0 ? sentences.join(" ") : "Keep it up: nothing within reach would raise the cap.";
}

function score(subject) {
  const assessment = assess(subject);
  const { points, tier, confidence, cap } = assessment;
  const improvements = improvementsFor(subject, assessment);
  return {
    modelVersion,
    totalScore: points.total / 100,
    riskTier: tier,
    maxLendingCap: cap.amount,
    eligiblePercentage: tierTerms[tier].eligiblePercentage,
    scoreBreakdown: inPoints(points.perComponent),
    lendingImplication: lendingImplication(assessment),
    recommendations: recommendations(assessment, improvements),
    riskFlags: riskFlags(subject, assessment),
    confidence,
    loanEligibility: loanEligibility(subject, assessment),
    reasons: reasonsFor(subject, assessment),
    improvements
  };
}
function inPoints(hundredths) {
  const points = { ...hundredths };
  for (const name of components) points[name] /= 100;
  return points;
}
export {
  score,
  withFlags
};
