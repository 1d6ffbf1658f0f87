import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { agree } from "./mandates";
import type { State } from "./state";

const plain = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page at which a person agrees to be debited, or declines, and goes back to where it came from. */
export async function consentPage(state: State, request: IncomingMessage, response: ServerResponse, code: string) {
  const mandate = state.mandates.find((one) => one.accessCode === code);
  if (!mandate) return show(response, 404, "<h1>This page does not exist</h1>");
  if (mandate.status !== "begun") return show(response, 200, "<h1>This request has been answered</h1>");
  if (request.method !== "POST") return show(response, 200, form(state, mandate));
  const answer = new URLSearchParams(await text(request));
  if (answer.get("answer") === "decline") mandate.status = "declined";
  else {
    const [bankCode, number] = [answer.get("bank") ?? "", answer.get("number") ?? ""];
    if (!state.bank(bankCode)?.available_for_direct_debit || !state.account(bankCode, number))
      return show(response, 200, `<p role="alert">This account cannot be debited</p>${form(state, mandate)}`);
    agree(state, mandate, { bankCode, number });
  }
  if (mandate.callbackUrl) return response.writeHead(303, { location: mandate.callbackUrl }).end();
  const declined = "<h1>You have declined</h1>";
  show(
    response,
    200,
    mandate.status === "begun" ? "" : mandate.status === "declined" ? declined : "<h1>Thank you</h1>",
  );
}

function form(state: State, mandate: State["mandates"][number]): string {
  const options = state.banks
    .filter((one) => one.available_for_direct_debit && one.active && !one.is_deleted)
    .map(({ code, name }) => {
      const chosen = code === mandate.bankCode ? " selected" : "";
      return `<option value="${plain(code)}"${chosen}>${plain(name)}</option>`;
    });
  return `<h1>Set up direct debit</h1>
<p>${plain(mandate.customer.email)} allows integration ${mandate.integration} to debit this account. Afterwards transfer
NGN 50 from it to make the mandate active.</p>
<form method="post">
<label>Bank <select name="bank" required><option value=""></option>${options.join("")}</select></label>
<label>Account number <input name="number" required inputmode="numeric" value="${plain(mandate.number ?? "")}"></label>
<button name="answer" value="agree">Agree</button>
<button name="answer" value="decline" formnovalidate>Decline</button>
</form>`;
}

function show(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(
    `<!doctype html><html lang="en"><head><title>Direct debit</title></head><body><main>${body}</main></body></html>`,
  );
}
