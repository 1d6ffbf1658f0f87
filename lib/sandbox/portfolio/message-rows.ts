import { after, drawn, type Filling, id, oneOf } from "./expressions";

/** What is kept for some weeks and then purged, all of it of the last ones, in the order of the merchants. */
export const messageRows = (merchants: number, begun: string): readonly Filling[] => {
  const within = (days: number) =>
    `timestamptz '${begun}' - interval '1 hour' - interval '${days} days' * (1 - b.n::float8 / ${merchants})`;
  const happened = `date_trunc('milliseconds', ${within(28)})`;
  const logged = `date_trunc('milliseconds', ${within(13)})`;
  const event = id("event", { head: `pg_temp.head(${happened})` });
  const delivery = id("delivery", { head: `pg_temp.head(${happened})` });
  const outcome = drawn("delivery");
  return [
    {
      table: "events",
      from: "join portfolio_events s on s.sample = b.n % (select count(*) from portfolio_events)",
      columns: {
        id: event,
        merchant_id: id("merchant"),
        sequence: "1",
        type: "s.type",
        body: `replace(replace(replace(replace(s.body, '{event}', ${event}), '{merchant}', ${id("merchant")}),
          '{customer}', b.customer), '{at}', to_char(${happened}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
        occurred_at: happened,
      },
    },
    {
      table: "deliveries",
      columns: {
        id: delivery,
        event_id: event,
        status: `case when ${outcome} < 10 then 'FAILED' when ${outcome} < 20 then 'NOT_SENT' else 'DELIVERED' end`,
        attempts: `case when ${outcome} between 10 and 19 then 0 else 1 end`,
        created_at: happened,
        finished_at: happened,
      },
    },
    {
      table: "delivery_attempts",
      bare: true,
      where: `${outcome} not between 10 and 19`,
      columns: {
        delivery_id: delivery,
        number: "1",
        url: "'https://marketplace.example/webhooks'",
        started_at: happened,
        duration_ms: `1 + ${drawn("duration")} % 300`,
        response_status: `case when ${outcome} < 10 then 500 else 200 end`,
      },
    },
    {
      table: "logged_requests",
      columns: {
        id: id("loggedRequest", { head: `pg_temp.head(${logged})` }),
        request_id: "'req_' || b.tag",
        operation: oneOf("operation", ["getMerchant", "upsertMerchant", "createFundingRequest", "getFundingOptions"]),
        method: "'GET'",
        path: "'/api/v1/marketplace-api/merchants/' || b.customer",
        status: `case when ${drawn("outcome")} < 10 then 500 when ${drawn("outcome")} < 30 then 409 else 200 end`,
        credential: "'secretKey'",
        duration_ms: `1 + ${drawn("duration")} % 30`,
        at: logged,
      },
    },
    {
      table: "mails",
      where: `b.status = 'APPROVED' or b.is_out and b.asked > timestamptz '${begun}' - interval '85 days'`,
      columns: {
        id: id("mail", { head: "b.asked_head" }),
        merchant_id: id("merchant"),
        loan_id: id("loan", { head: "b.asked_head" }),
        kind: "'OFFER_READY'",
        recipient: "'owner-' || b.n || '@merchants.example'",
        subject: "'Your offer is ready'",
        body: "'Your offer is ready.'",
        created_at: after(0),
        sent_at: after(0),
      },
    },
  ];
};
