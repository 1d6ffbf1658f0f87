import { naira, shorten } from "./format.mjs";
import { reasonLabels } from "./outcome.mjs";

/**
 * @typedef {import("./report.mjs").Report} Report
 * @typedef {Report["merchants"][number]} Merchant
 * @typedef {import("./types").Progress} Progress
 * @typedef {{ title: string, cell: (merchant: Merchant) => string, side: "left" | "right" }} Column
 */

const phases = {
  applying: "applied for funding",
  deciding: "decided, all webhooks in",
  repaying: "loans paid out and deducted from",
};
const order = Object.keys(phases);

/**
 * Shows how far a run is: a bar on a terminal, elsewhere a line every ten merchants.
 * @param {boolean} repays whether loans are repaid in the run, its last phase
 */
export function createProgress(repays, out = process.stdout) {
  const phaseCount = repays ? order.length : order.length - 1;
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  /** @type {Progress | undefined} */
  let last;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function draw() {
    if (!last) return;
    const { phase, done, total } = last;
    const share = ((total > 0 ? done / total : 1) + order.indexOf(phase)) / phaseCount;
    const tail = `${String(done).padStart(String(total).length)}/${total} ${phases[phase]}  ${seconds()}`;
    const width = Math.max(10, Math.min(40, (out.columns || 80) - tail.length - 5));
    const full = Math.round(share * width);
    out.write(
      `\r\x1b[K[${"█".repeat(full)}${"░".repeat(width - full)}] ${shorten(tail, (out.columns || 80) - width - 4)}`,
    );
  }

  return {
    /** @param {Progress} progress */
    update(progress) {
      const isNew = last?.phase !== progress.phase || last.done !== progress.done;
      last = progress;
      if (out.isTTY) {
        timer ??= setInterval(draw, 100).unref();
        draw();
      } else if (isNew && progress.done > 0 && (progress.done % 10 === 0 || progress.done === progress.total)) {
        out.write(`${progress.done}/${progress.total} ${phases[progress.phase]}, ${seconds()}\n`);
      }
    },
    end() {
      clearInterval(timer);
      if (out.isTTY && last) out.write("\r\x1b[K");
    },
  };
}

/** The table, a line per merchant, for `width` columns; 100 are enough. @param {Report} report */
export function tableOf({ merchants }, width = 100) {
  const money = (/** @type {number | undefined} */ amount) => (amount === undefined ? "-" : naira(amount));
  const columns = [
    ...(width >= 160 ? [column("Id", ({ id }) => shorten(id ?? "-", 28))] : []),
    ...(width >= 110 ? [column("Score", ({ score }) => (score === undefined ? "-" : score.toFixed(1)), "right")] : []),
    column("Tier", ({ tier }) => tier ?? "-"),
    column("Cap", ({ cap }) => money(cap), "right"),
    column("Asked", ({ asked }) => money(asked), "right"),
    ...(width >= 130 ? [column("Days", ({ tenorDays }) => String(tenorDays ?? "-"), "right")] : []),
    column(
      "Outcome",
      ({ outcome, explained, loan }) => `${explained ? "" : "✗ "}${loan ? `LOAN ${loan.status}` : outcome}`,
    ),
    column("Paid", ({ loan }) => money(loan?.paid), "right"),
    column("Outstanding", ({ loan }) => money(loan?.outstanding), "right"),
    ...(width >= 120 ? [webhooks] : []),
  ];
  const cells = columns.map((one) => laidOut(one, merchants));
  const taken = cells.reduce((sum, [title = ""]) => sum + 2 + lengthOf(title), 0);
  const names = nameColumn(merchants, Math.min(40, Math.max(14, width - taken)));
  const [head = "", ...rows] = laidOut(names, merchants).map((name, row) =>
    [name, ...cells.map((list) => list[row])].join("  "),
  );
  const rule = "─".repeat(lengthOf(head));
  const said = rows.flatMap((line, row) => [line, ...whyOf(merchants[row], width)]);
  return `${[head, rule, ...said].map((line) => line.trimEnd()).join("\n")}\n`;
}

/** Below the row of what is not as it should be; in full it is among the totals. @param {Merchant | undefined} merchant @param {number} width */
const whyOf = (merchant, width) =>
  merchant && !merchant.explained ? [shorten(`  ↳ ${merchant.explanation}`, width)] : [];

const webhooks = column(
  "Webhooks",
  ({ webhooks: { expected, missing } }) => `${expected - missing.length}/${expected}`,
  "right",
);

/**
 * @param {string} title
 * @param {Column["cell"]} cell
 * @param {Column["side"]} side
 * @returns {Column}
 */
function column(title, cell, side = "left") {
  return { title, cell, side };
}

/**
 * Different merchants of the same name show the end of their ids.
 * @param {readonly Merchant[]} merchants
 * @param {number} width
 */
function nameColumn(merchants, width) {
  const shared = counts(merchants.map(({ businessName }) => businessName));
  return column("Merchant", ({ businessName, id }) => {
    if (!businessName) return shorten(id ?? "(no merchantId)", width);
    if (shared.get(businessName) === 1 || !id) return shorten(businessName, width);
    return `${shorten(businessName, width - 6)} …${id.slice(-4)}`;
  });
}

/**
 * The title and the cells of a column, all of one length.
 * @param {Column} column
 * @param {readonly Merchant[]} merchants
 */
function laidOut({ title, cell, side }, merchants) {
  const texts = [title, ...merchants.map(cell)];
  const width = Math.max(...texts.map(lengthOf));
  return texts.map((text) => (side === "right" ? " ".repeat(width - lengthOf(text)) + text : pad(text, width)));
}

/** The totals, and everything that is not as it should be. @param {Report} report */
export function totalsOf({ totals, merchants, endpoint, unverified }) {
  const { webhooks } = totals;
  const rejected = Object.entries(totals.rejected)
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count], i) => row(i === 0 ? "Rejected" : "", count, `${reason}: ${reasonLabels[reason]}`));
  const tiers = Object.entries(totals.tiers).map(([tier, count]) => `${tier} ${count}`);
  /** @type {[string, number, string][]} */
  const rows = [
    ["Merchants", totals.merchants, `in ${totals.seconds.toFixed(1)} s; tiers ${tiers.join(", ")}`],
    ["Funded", totals.funded, naira(totals.fundedAmount)],
    ...whenAny(totals.deductions, "Deductions", repaidText(totals)),
    ...rejected,
    ["Unexplained", totals.unexplained, ""],
    ["Webhooks", webhooks.verified, "verified, by X-Service-Signature and by Standard Webhooks"],
    ["", webhooks.duplicates, "duplicates"],
    ["", webhooks.unverified, "not genuine"],
    ["", webhooks.missing, "missing"],
    ...whenAny(webhooks.otherwise, "", "of the verified belong to earlier work"),
  ];
  const wide = Math.max(...rows.map(([, number]) => String(number).length));
  const lines = rows.map(([title, number, text]) =>
    `${pad(title, 11)}  ${String(number).padStart(wide)}  ${text}`.trimEnd(),
  );
  if (totals.known > 0) {
    lines.push(
      "",
      `${totals.known} were known from before: KYC that was done was kept, and they asked for what their cap still leaves.`,
    );
  }
  if (!endpoint.previous) {
    lines.push(
      "",
      "No webhook endpoint was registered before, and none can be removed: register your own when you need one.",
    );
  }
  const open = merchants.filter(({ explained }) => !explained);
  if (open.length > 0) lines.push("", "Unexplained");
  for (const { id, businessName, explanation } of open) {
    if (id) lines.push(`  ${id}${businessName ? ` (${businessName})` : ""}`);
    lines.push(`  ${id ? "  " : ""}${explanation}`);
  }
  if (unverified.length > 0) lines.push("", "Not genuine");
  for (const { eventId, flaw, receivedAt } of unverified) lines.push(`  ${eventId ?? "-"} at ${receivedAt}: ${flaw}`);
  return `${lines.join("\n")}\n`;
}

/**
 * A row of the totals.
 * @param {string} title
 * @param {number} count
 * @param {string} text
 * @returns {[string, number, string]}
 */
const row = (title, count, text) => [title, count, text];

/**
 * The row, unless there are none of what it counts.
 * @param {number} count
 * @param {string} title
 * @param {string} text
 */
const whenAny = (count, title, text) => (count > 0 ? [row(title, count, text)] : []);

/** @param {Report["totals"]} totals */
function repaidText({ paid, outstanding, loans }) {
  const states = Object.entries(loans).map(([state, count]) => `${state} ${count}`);
  return `${naira(paid)} by signed webhooks, ${naira(outstanding)} outstanding; loans ${states.join(", ")}`;
}

/** @param {string} text @param {number} width */
function pad(text, width) {
  return text + " ".repeat(Math.max(0, width - lengthOf(text)));
}

/** @param {string} text */
function lengthOf(text) {
  return [...text].length;
}

/** @template Name @param {readonly Name[]} names @returns {Map<Name, number>} */
function counts(names) {
  const found = new Map();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}
