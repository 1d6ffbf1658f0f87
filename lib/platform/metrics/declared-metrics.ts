type Declared = {
  type: "counter" | "gauge" | "histogram";
  /** As Prometheus shows it, and docs/operations/metrics.md. */
  help: string;
  /** Each has few values, known beforehand: never an address, an id or a tenant. */
  labels: readonly string[];
  /** `service`: every process reads the same from the database, so take the largest, not the sum. */
  of: "process" | "service";
};

/** Seconds: from what memory answers to what nobody waits for. */
export const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** All metrics of our own; those of the process and of Node.js come with prom-client. */
export const declaredMetrics = {
  mfis_build_info: {
    ...{ type: "gauge", of: "process", labels: ["version", "build"] },
    help: "1, with the version that runs, and the hash of the sources that it was built of.",
  },
  mfis_requests_total: {
    ...{ type: "counter", of: "process", labels: ["operation", "status"] },
    help: "Requests answered, by operationId or, of pages and files, their address's pattern; 499 where nobody waited for the answer, 500 where we broke it off.",
  },
  mfis_request_duration_seconds: {
    ...{ type: "histogram", of: "process", labels: ["operation"] },
    help: "From a request's headers to the end of its answer.",
  },
  mfis_jobs_total: {
    ...{ type: "counter", of: "process", labels: ["task", "environment", "outcome"] },
    help: "Rows of background work that were worked on: ok or failed; environment: live, test, or service for its own.",
  },
  mfis_job_duration_seconds: {
    ...{ type: "histogram", of: "process", labels: ["task"] },
    help: "How long work on a row took, without its wait for a seat.",
  },
  mfis_delivery_attempts_total: {
    ...{ type: "counter", of: "process", labels: ["environment", "outcome", "answer"] },
    help: "Attempts to deliver an event: delivered, retried or failed; answered 2xx to 5xx, or none.",
  },
  mfis_delivery_duration_seconds: {
    ...{ type: "histogram", of: "process", labels: ["answer"] },
    help: "How long a receiver took, or was given.",
  },
  mfis_outside_calls_total: {
    ...{ type: "counter", of: "process", labels: ["provider", "outcome"] },
    help: "Calls to others' servers; outcome: 2xx to 5xx, ok, refused and failed where there is no status, or why nothing came.",
  },
  mfis_outside_call_duration_seconds: {
    ...{ type: "histogram", of: "process", labels: ["provider"] },
    help: "How long calls to others' servers took.",
  },
  mfis_database_connections: {
    ...{ type: "gauge", of: "process", labels: ["state"] },
    help: "Turns on the pool of connections: statements and transactions under way, those that wait, and the pool's size.",
  },
  mfis_seats: {
    ...{ type: "gauge", of: "process", labels: ["kind", "environment", "state"] },
    help: "Work that tenants have in hand, and what waits for a seat (docs/operations.md#neighbours).",
  },
  mfis_health: {
    ...{ type: "gauge", of: "process", labels: ["check", "status"] },
    help: "1 for the status that a check has, 0 for the others (docs/operations.md#health).",
  },
  mfis_scrape_up: {
    ...{ type: "gauge", of: "process", labels: ["part"] },
    help: "0 for a part of the metrics that could not be read and is missing: service, work, health or pages.",
  },
  mfis_queue_due_rows: {
    ...{ type: "gauge", of: "service", labels: ["task"] },
    help: "Rows that could be worked on at once and that nobody has taken; counted up to 10,000.",
  },
  mfis_queue_oldest_seconds: {
    ...{ type: "gauge", of: "service", labels: ["task", "environment"] },
    help: "How long the oldest of them has waited since it could be worked on.",
  },
  mfis_deliveries_waiting: {
    ...{ type: "gauge", of: "service", labels: ["older_than"] },
    help: "Live events not yet delivered that are to be tried (again), by age; counted up to 10,000.",
  },
  mfis_stuck_work: {
    ...{ type: "gauge", of: "service", labels: ["task", "environment"] },
    help: "Rows whose work keeps failing (docs/operations.md#stuck-work).",
  },
  mfis_ledger_findings: {
    ...{ type: "gauge", of: "service", labels: ["environment"] },
    help: "Loans whose books are known to be wrong (docs/operations.md#ledger-checks).",
  },
  mfis_work_waiting: {
    ...{ type: "gauge", of: "service", labels: ["kind"] },
    help: "Live work that waits for an operator, as the console counts it.",
  },
  mfis_work_oldest_seconds: {
    ...{ type: "gauge", of: "service", labels: ["kind"] },
    help: "How long the oldest of it that the console shows has waited.",
  },
  mfis_money_waiting_kobo: {
    ...{ type: "gauge", of: "service", labels: ["what", "rail"] },
    help: "Live money that is ordered, held, owed or missing, in kobo, by the rail of its lender.",
  },
  mfis_money_waiting_items: {
    ...{ type: "gauge", of: "service", labels: ["what", "rail"] },
    help: "Of how many payouts, refunds, debits, days or lines that money is.",
  },
  mfis_money_oldest_seconds: {
    ...{ type: "gauge", of: "service", labels: ["what", "rail"] },
    help: "How long the oldest of them has waited.",
  },
} as const satisfies Record<string, Declared>;

export type MetricName = keyof typeof declaredMetrics;
export type LabelsOf<Name extends MetricName> = Record<(typeof declaredMetrics)[Name]["labels"][number], string>;

/** A value of a gauge, as it was read. */
export type Sample = { [Name in MetricName]: readonly [Name, LabelsOf<Name>, number] }[MetricName];
